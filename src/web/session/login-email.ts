// The address that the login form is filled in with, after a sign-up or a confirmation. In this tab only, and not in
// the page's address, which would appear in logs.
const LOGIN_EMAIL = "meishi-login-email"

export const rememberLoginEmail = (email: string): void => sessionStorage.setItem(LOGIN_EMAIL, email)
export const loginEmail = (): string => sessionStorage.getItem(LOGIN_EMAIL) ?? ""
export const forgetLoginEmail = (): void => sessionStorage.removeItem(LOGIN_EMAIL)
