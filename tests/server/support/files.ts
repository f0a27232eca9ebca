import { specimenCard, specimenPage } from '#server/demo/specimens'
import type { Answer, TestServer } from './harness'

/** A file of each kind that is shown, and some that pretend to be. */
export const png = specimenCard([255, 255, 255])
export const pdf = specimenPage('Test')
export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 0xff, 0xd9])

/** A link as a browser has it: with the cookie that came with it. */
export type Opened = { url: string; cookie: string }

export function openedIn(reply: Answer, url: string): Opened {
  const cookies = [reply.headers['set-cookie'] ?? []].flat()
  return { url, cookie: cookies.find((one) => one.startsWith('alajo-files='))?.split(';')[0] ?? '' }
}

export const openLink = (server: TestServer, { url, cookie }: Opened) =>
  server.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} })
