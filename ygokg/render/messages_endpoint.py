"""Strings of `push`, of `--endpoint`, and of what can go wrong with a server."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "endpoint.bad-url": {
        "zh": "“{url}”不是 http 或 https 网址。",
        "ja": "「{url}」は http または https の URL ではありません。",
        "en": "“{url}” is no http or https URL.",
    },
    "endpoint.bad-url.hint": {
        "zh": "写法如 http://localhost:8890/sparql",
        "ja": "書き方の例：http://localhost:8890/sparql",
        "en": "Write it like http://localhost:8890/sparql",
    },
    "endpoint.user-in-url": {
        "zh": "网址 {url} 里带有用户名或密码。",
        "ja": "URL {url} にユーザー名かパスワードが含まれています。",
        "en": "The URL {url} has a user or a password in it.",
    },
    "endpoint.user-in-url.hint": {
        "zh": "请把它们放在环境变量 YGOKG_USER 和 YGOKG_PASSWORD 里。",
        "ja": "環境変数 YGOKG_USER と YGOKG_PASSWORD に入れてください。",
        "en": "Put them into the environment: YGOKG_USER and YGOKG_PASSWORD.",
    },
    "endpoint.with-data": {
        "zh": "服务器上的图谱上不能再叠加文件：--endpoint 不能与 --data、--no-builtin 一起用。",
        "ja": "サーバーのグラフにファイルを重ねることはできません：--endpoint は --data、--no-builtin と併用できません。",
        "en": "Files cannot be laid over the graph at a server: --endpoint goes without --data and --no-builtin.",
    },
    "endpoint.with-data.hint": {
        "zh": "去掉其中之一；或者先用 `ygokg push URL --data …` 把两者一起放上去。",
        "ja": "どちらかを外すか、先に `ygokg push URL --data …` で両方を送ってください。",
        "en": "Leave one of them out, or put both there first: `ygokg push URL --data …`.",
    },
    "endpoint.refused": {
        "zh": "{host} 拒绝连接：{url} 没有服务器在运行。",
        "ja": "{host} が接続を拒否しました：{url} でサーバーが動いていません。",
        "en": "{host} refused the connection: no server is running at {url}.",
    },
    "endpoint.refused.hint": {
        "zh": "请启动服务器，或检查端口号。",
        "ja": "サーバーを起動するか、ポート番号を確かめてください。",
        "en": "Start the server, or look at the port.",
    },
    "endpoint.unknown-host": {
        "zh": "找不到主机 {host}。",
        "ja": "ホスト {host} が見つかりません。",
        "en": "There is no host {host}.",
    },
    "endpoint.unknown-host.hint": {
        "zh": "请检查网址的拼写和网络连接。",
        "ja": "URL の綴りとネットワーク接続を確かめてください。",
        "en": "Look at how the URL is spelled, and whether there is a network.",
    },
    "endpoint.tls": {
        "zh": "无法与 {host} 建立安全连接：{why}。",
        "ja": "{host} との安全な接続ができません：{why}。",
        "en": "No secure connection to {host}: {why}.",
    },
    "endpoint.tls.hint": {
        "zh": "请检查证书，或者网址本应是 http。",
        "ja": "証明書を確かめてください。http の URL かもしれません。",
        "en": "Look at its certificate; perhaps the URL should begin with http.",
    },
    "endpoint.broken-off": {
        "zh": "{url} 没有把回答发完就断开了。",
        "ja": "{url} は応答の途中で切断しました。",
        "en": "{url} broke off before its answer was whole.",
    },
    "endpoint.broken-off.hint": {
        "zh": "请再试一次；若仍如此，请看服务器的日志，并确认那个端口上是 HTTP 服务。",
        "ja": "もう一度試してください。直らなければサーバーのログと、そのポートが HTTP かどうかを確かめてください。",
        "en": "Try again; if it stays, look at the server's log, and whether that port speaks HTTP.",
    },
    "endpoint.unreachable": {
        "zh": "无法连接 {url}：{why}。",
        "ja": "{url} に接続できません：{why}。",
        "en": "{url} cannot be reached: {why}.",
    },
    "endpoint.unreachable.hint": {
        "zh": "请检查网络和网址。",
        "ja": "ネットワークと URL を確かめてください。",
        "en": "Look at the network and at the URL.",
    },
    "endpoint.other-login": {
        "zh": "{url} 要求用 Basic 和 Digest 以外的方式登录。",
        "ja": "{url} は Basic と Digest 以外の認証を求めています。",
        "en": "{url} asks to log in by other means than Basic or Digest.",
    },
    "endpoint.other-login.hint": {
        "zh": "请在服务器上开启其中一种。",
        "ja": "サーバーでどちらかを有効にしてください。",
        "en": "Let the server take one of the two.",
    },
    "endpoint.no-user": {
        "zh": "{url} 需要用户名和密码（HTTP {status}）。",
        "ja": "{url} にはユーザー名とパスワードが必要です（HTTP {status}）。",
        "en": "{url} asks for a user and a password (HTTP {status}).",
    },
    "endpoint.no-user.hint": {
        "zh": "请设置环境变量 YGOKG_USER 和 YGOKG_PASSWORD。",
        "ja": "環境変数 YGOKG_USER と YGOKG_PASSWORD を設定してください。",
        "en": "Set YGOKG_USER and YGOKG_PASSWORD in the environment.",
    },
    "endpoint.wrong-user": {
        "zh": "{url} 不接受 YGOKG_USER 和 YGOKG_PASSWORD 里的用户名和密码（HTTP {status}）。",
        "ja": "{url} は YGOKG_USER と YGOKG_PASSWORD のユーザー名とパスワードを受け付けません（HTTP {status}）。",
        "en": "{url} does not take the user and password in YGOKG_USER and YGOKG_PASSWORD (HTTP {status}).",
    },
    "endpoint.wrong-user.hint": {
        "zh": "请检查这两个变量，以及这个用户是否有权这样做。",
        "ja": "2 つの変数と、そのユーザーに権限があるかを確かめてください。",
        "en": "Look at both, and whether this user may do it.",
    },
    "endpoint.nothing-there": {
        "zh": "{url} 上没有可以询问的东西（HTTP {status}）。",
        "ja": "{url} には問い合わせられるものがありません（HTTP {status}）。",
        "en": "There is nothing to ask at {url} (HTTP {status}).",
    },
    "endpoint.nothing-there.hint": {
        "zh": "请检查网址的路径；许多服务器是 /sparql 或 /query。",
        "ja": "URL のパスを確かめてください。多くのサーバーでは /sparql か /query です。",
        "en": "Look at the path of the URL; with many servers it is /sparql or /query.",
    },
    "endpoint.elsewhere": {
        "zh": "{url} 让人转到 {target}；这里不跟随。",
        "ja": "{url} は {target} へ転送しようとしましたが、従いません。",
        "en": "{url} sends elsewhere, to {target}, which is not followed.",
    },
    "endpoint.elsewhere.hint": {
        "zh": "如果那里可信，请直接给出那个网址。",
        "ja": "転送先が信頼できるなら、その URL を直接指定してください。",
        "en": "Give that URL itself if you trust it.",
    },
    "endpoint.refused-request": {
        "zh": "{url} 不接受这个请求（HTTP {status}）：{said}",
        "ja": "{url} はこの要求を受け付けません（HTTP {status}）：{said}",
        "en": "{url} does not take this request (HTTP {status}): {said}",
    },
    "endpoint.refused-request.hint": {
        "zh": "请检查网址和查询；`ygokg query --show 名称` 可以看到查询本身。",
        "ja": "URL とクエリを確かめてください。クエリは `ygokg query --show 名前` で見られます。",
        "en": "Look at the URL and the query; `ygokg query --show NAME` prints a query.",
    },
    "endpoint.failed": {
        "zh": "{url} 出错了（HTTP {status}）：{said}",
        "ja": "{url} でエラーが起きました（HTTP {status}）：{said}",
        "en": "{url} failed (HTTP {status}): {said}",
    },
    "endpoint.failed.hint": {
        "zh": "请看服务器的日志；不用 --endpoint 时由内置的图谱回答。",
        "ja": "サーバーのログを確かめてください。--endpoint なしなら内蔵のグラフが答えます。",
        "en": "Look at the server's log; without --endpoint the built-in graph answers.",
    },
    "endpoint.too-long": {
        "zh": "{url} 在 {seconds} 秒内没有答完。",
        "ja": "{url} は {seconds} 秒以内に答え終わりませんでした。",
        "en": "{url} did not finish its answer within {seconds} seconds.",
    },
    "endpoint.gave-up": {
        "zh": "{url} 因自己的时限中止了查询。",
        "ja": "{url} は自身の時間制限でクエリを打ち切りました。",
        "en": "{url} ended the query by a time limit of its own.",
    },
    "endpoint.too-long.hint": {
        "zh": "请缩小查询范围、加上 LIMIT，或延长时限（`query --timeout 秒`、服务器的设置）。",
        "ja": "クエリを絞るか、LIMIT を付けるか、時間を延ばしてください（`query --timeout 秒`、サーバーの設定）。",
        "en": "Narrow the query, add a LIMIT, or give it longer (`query --timeout SECONDS`, the server's settings).",
    },
    "endpoint.web-page": {
        "zh": "{url} 回答的是网页，不是 SPARQL 结果。",
        "ja": "{url} が返したのは SPARQL の結果ではなくウェブページです。",
        "en": "{url} answers with a web page, not with SPARQL results.",
    },
    "endpoint.web-page.hint": {
        "zh": "请给出 SPARQL 端点的网址，而不是它的网页；许多服务器是 /sparql。",
        "ja": "ページではなく SPARQL エンドポイントの URL を指定してください。多くのサーバーでは /sparql です。",
        "en": "Give the URL of the SPARQL endpoint, not of a page about it; with many servers it is /sparql.",
    },
    "endpoint.no-results": {
        "zh": "{url} 的回答不是 JSON 形式的 SPARQL 结果。",
        "ja": "{url} の応答は JSON 形式の SPARQL の結果ではありません。",
        "en": "The answer of {url} is no SPARQL result in JSON.",
    },
    "endpoint.no-results.hint": {
        "zh": "服务器需要支持 SPARQL 1.1 的 JSON 结果格式；请检查网址。",
        "ja": "サーバーは SPARQL 1.1 の JSON 形式に対応している必要があります。URL を確かめてください。",
        "en": "The server has to write the JSON results of SPARQL 1.1; look at the URL.",
    },
    "endpoint.no-triples": {
        "zh": "{url} 的回答不是 N-Triples 或 Turtle。",
        "ja": "{url} の応答は N-Triples でも Turtle でもありません。",
        "en": "The answer of {url} is neither N-Triples nor Turtle.",
    },
    "endpoint.no-triples.hint": {
        "zh": "请改用 SELECT，或检查服务器的设置。",
        "ja": "SELECT を使うか、サーバーの設定を確かめてください。",
        "en": "Ask with SELECT instead, or look at the server's settings.",
    },
    "endpoint.cut": {
        "zh": "{url} 只给出了前 {rows} 行。",
        "ja": "{url} は最初の {rows} 行しか返しませんでした。",
        "en": "{url} gave only the first {rows} rows.",
    },
    "endpoint.cut.hint": {
        "zh": "请用 ORDER BY、LIMIT 和 OFFSET 分段查询，或提高服务器的上限（Virtuoso：ResultSetMaxRows）。",
        "ja": "ORDER BY、LIMIT、OFFSET で分けて問い合わせるか、サーバーの上限を上げてください（Virtuoso では ResultSetMaxRows）。",
        "en": "Ask for parts with ORDER BY, LIMIT and OFFSET, or raise the server's limit (Virtuoso: ResultSetMaxRows).",
    },
    "endpoint.empty": {
        "zh": "{url} 上还没有这个图谱。",
        "ja": "{url} にはまだこのグラフがありません。",
        "en": "{url} does not have this graph yet.",
    },
    "endpoint.empty.hint": {
        "zh": "先用 `ygokg push URL` 把它放上去；`ygokg push --help` 有说明。",
        "ja": "先に `ygokg push URL` で送ってください。説明は `ygokg push --help` にあります。",
        "en": "Put it there first: `ygokg push URL`; `ygokg push --help` tells how.",
    },
    "endpoint.partial": {
        "zh": "{url} 上的图谱不完整：有一次 push 正在进行或中途断了，或者有人改动过它。",
        "ja": "{url} のグラフは完全ではありません：push の途中か、push が中断したか、だれかが書き換えています。",
        "en": "The graph at {url} is not whole: a push is under way or was broken off, or somebody changed it.",
    },
    "endpoint.partial.hint": {
        "zh": "请重新执行 `ygokg push URL`。",
        "ja": "もう一度 `ygokg push URL` を実行してください。",
        "en": "Run `ygokg push URL` again.",
    },
    "endpoint.reading": {
        "zh": "正在从 {url} 读取图谱；每次 push 之后只需一次，之后会很快。",
        "ja": "{url} からグラフを読み込んでいます。push のたびに一度だけで、次からは速くなります。",
        "en": "Reading the graph from {url}; this happens once for each push, the next call is quick.",
    },
    "push.progress": {"zh": "发送", "ja": "送信", "en": "Sending"},
    "push.checking": {"zh": "读回核对", "ja": "読み返して確認", "en": "Reading back"},
    "push.done": {
        "zh": "已放到 {url}：{asserted} 条三元组（文件所说的），{inferred} 条（推出的）；读回后与发送的完全一致。",
        "ja": "{url} に送りました：{asserted} トリプル（文書の内容）、{inferred} トリプル（推論）。読み返した結果は送ったものと同じです。",
        "en": "Put at {url}: {asserted} triples of what is stated, {inferred} of what follows; read back, they are what was sent.",
    },
    "push.same": {
        "zh": "{url} 上已有同样的内容：{asserted} 条三元组（文件所说的），{inferred} 条（推出的）；没有发送任何东西。",
        "ja": "{url} には同じ内容がすでにあります：{asserted} トリプル（文書の内容）、{inferred} トリプル（推論）。何も送っていません。",
        "en": "{url} has the same already: {asserted} triples of what is stated, {inferred} of what follows; nothing was sent.",
    },
    "push.altered": {
        "zh": "{url} 读回的内容与发送的不同：{count} 条三元组不同，例如 {example}",
        "ja": "{url} から読み返した内容が送ったものと違います：{count} トリプル、たとえば {example}",
        "en": "What {url} gives back is not what was sent: {count} triples differ, for example {example}",
    },
    "push.altered.hint": {
        "zh": "这个服务器会改动这样的值。这次 push 没有完成；不会用改动过的内容回答。",
        "ja": "このサーバーはそのような値を書き換えます。push は完了していません。書き換えられた内容で答えることはありません。",
        "en": "This server changes such values. The push is not completed, and nothing is answered from what was changed.",
    },
}

register(MESSAGES)
