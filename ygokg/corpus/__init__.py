"""The rules documents as their editors keep them: read, kept in the user's data folder, and compared with what is encoded."""
