/** The value of a cookie that scripts can read, or undefined. */
export function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}
