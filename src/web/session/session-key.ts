// Where the browser stores the session. A separate file, because documents need this key and nothing else about sessions.
export const SESSION_KEY = "meishi-session"
