import sharp from 'sharp'
import * as v from 'valibot'
import { UploadReply, uploadPath } from '#contract/uploads'
import { specimenCard, specimenPage } from '#server/demo/specimens'
import type { Answer, TestServer } from './harness'

/** A file of each type that the server shows. */
export const png = specimenCard([255, 255, 255])
export const pdf = specimenPage('Test')
export const jpeg = await sharp(png).jpeg().toBuffer()

/** A link as a browser has it: with the cookie that came with it. */
export type FileLink = { url: string; cookie: string }

export function linkFrom(reply: Answer, url: string): FileLink {
  const cookies = [reply.headers['set-cookie'] ?? []].flat()
  return { url, cookie: cookies.find((one) => one.startsWith('alajo-files='))?.split(';')[0] ?? '' }
}

export const openLink = (server: TestServer, { url, cookie }: FileLink, headers: object = {}) =>
  server.inject({ method: 'GET', url, headers: { ...headers, ...(cookie && { cookie }) } })

type Session = { token: string }

/** Sends a file as the portal does. */
export const sendFile = (
  server: TestServer,
  bytes: Buffer,
  by?: Session,
  type = 'application/octet-stream',
) =>
  server.inject({
    method: 'POST',
    url: `/api/${uploadPath}`,
    headers: { 'content-type': type, ...(by && { logintoken: by.token }) },
    payload: bytes,
  })

/** The id of a new uploaded file. */
export async function uploaded(server: TestServer, by: Session, bytes = png): Promise<number> {
  const reply = await sendFile(server, bytes, by)
  const { data } = v.parse(UploadReply, reply.json)
  return data.id
}

/** A guarantor with two new files of an admin. */
export const guarantorBody = async (server: TestServer, by: Session) => ({
  first_name: 'Bala',
  last_name: 'Garba',
  phone: '08030009998',
  address: '6 Murtala Way, Kano',
  idcard: await uploaded(server, by),
  utitity: await uploaded(server, by, pdf),
})
