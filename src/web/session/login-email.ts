// The address that the login form starts with, for someone who has just signed up or confirmed it. In this tab alone, and not in
// the page's address, where it would reach logs.
const LOGIN_EMAIL = "meishi-login-email"

export const rememberLoginEmail = (email: string): void => sessionStorage.setItem(LOGIN_EMAIL, email)
export const loginEmail = (): string => sessionStorage.getItem(LOGIN_EMAIL) ?? ""
export const forgetLoginEmail = (): void => sessionStorage.removeItem(LOGIN_EMAIL)
