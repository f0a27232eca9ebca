/** What a cookie holds that scripts may read; undefined where there is none of the name. */
export function cookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}
