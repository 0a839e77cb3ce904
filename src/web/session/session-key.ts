// Where the browser keeps the session. On its own, because documents look for this entry without knowing anything else of sessions.
export const SESSION_KEY = "meishi-session"
