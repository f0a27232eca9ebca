import { specimenCard, specimenPage } from '#server/demo/specimens'
import type { Answer, TestServer } from './harness'

/** A file of each type that the server shows. */
export const png = specimenCard([255, 255, 255])
export const pdf = specimenPage('Test')
export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 0xff, 0xd9])

/** A link as a browser has it: with the cookie that came with it. */
export type FileLink = { url: string; cookie: string }

export function linkFrom(reply: Answer, url: string): FileLink {
  const cookies = [reply.headers['set-cookie'] ?? []].flat()
  return { url, cookie: cookies.find((one) => one.startsWith('alajo-files='))?.split(';')[0] ?? '' }
}

export const openLink = (server: TestServer, { url, cookie }: FileLink) =>
  server.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} })
