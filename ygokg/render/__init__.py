"""From ids and views to words for people, in Chinese, Japanese and English; nothing here prints."""
