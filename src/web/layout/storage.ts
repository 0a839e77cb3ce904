// Runs before the application: if the browser forbids storage (all cookies blocked), a storage in memory replaces it, so that
// people can still sign in and edit; it lasts as long as the page.

export const STORAGE = `for(const name of["localStorage","sessionStorage"]){let found;try{found=window[name]}catch{}
if(!found)Object.defineProperty(window,name,{value:Object.create({getItem(key){return this[key]??null},setItem(key,value){this[key]=String(value)},removeItem(key){delete this[key]}})})}`
