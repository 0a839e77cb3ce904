// Ours: refusals that only the server sends. No page loads them.

export const REQUEST = {
  notFound: "There is nothing at this address.",
  badJson: "The body is not valid JSON.",
  tooLarge: "The request is too large.",
  wrongType: "Send this as application/json.",
  packed: "Send this without a Content-Encoding.",
  noRoom: "The server has no room left, and nothing was saved. Please try again later.",
  wrongOrigin: "This request came from another site and was refused.",
  forbidden: "You don't have permission to do this.",
  proofRequired:
    "This site is busier than usual. Please use its website, or solve the challenge in this answer and send the request again with the header X-Proof-Of-Work.",
  checkFields: "Please check the marked fields.",
} as const
