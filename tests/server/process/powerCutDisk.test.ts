import { mkdirSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { openFileStore } from '#server/files/fileStore'
import { loadLinkKeys, rotateLinkKeys } from '#server/files/linkKeys'
import { addKeyToFile, loadIdentityKeys } from '#server/identity/keys'
import { openMail } from '#server/mail/mail'
import { openSms } from '#server/sms/sms'
import { ext4Disk } from '../support/powerCut/ext4Disk'
import { addressOf, startServer } from '../support/processes'
import { isLong, report, roundsOf } from '../support/rounds'
import { copyMigrated, onPostgres } from '../support/testDatabase'
import { openTillBooks } from '../support/tillBooks'
import { openTills, post } from '../support/tillClients'

/** A short run, and where it may not mount one, does without: powerCut.test.ts runs everywhere. */
const disk = onPostgres ? undefined : ext4Disk(1024)
const rounds = roundsOf(1)
const tillCount = 6
const dataDir = path.join(disk?.folder ?? '', 'data')
const place = { dataDir, url: undefined, drop: async () => {} }
afterAll(() => disk?.drop())

const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error' }

it.runIf(isLong && !onPostgres)('there is a file system to cut the power of', () => {
  expect(disk, 'run it as root where loop devices can be mounted').toBeDefined()
})

describe.skipIf(!disk)('a disk that loses what was not synced', () => {
  const cut = (server?: ReturnType<typeof startServer>) => {
    disk?.cutPower()
    server?.kill('SIGKILL')
    return server?.ended
  }

  it(
    `keeps what a server acknowledged and makes repeated changes once, ${rounds} power cuts`,
    async () => {
      mkdirSync(dataDir, { mode: 0o700 })
      await copyMigrated(dataDir)
      const { tills, shared, withBooks, expectRight } = await openTillBooks(place, tillCount)
      const { acknowledged, unanswered, openGate, closeGate, until, allWait, close } = openTills(
        tills,
        shared,
        { mayFail: true },
      )
      const figures = { cuts: rounds, acknowledged: 0, unanswered: 0, landedUnanswered: 0, lost: 0 }
      const start = async () => {
        const server = startServer(env)
        const url = await addressOf(server)
        for (const { intent, reply } of acknowledged.slice(-tillCount))
          expect((await post(url, intent)).reply).toEqual(reply)
        openGate(url)
        return server
      }
      for (let round = 0; round < rounds; round++) {
        const server = await start()
        const enough = acknowledged.length + (isLong ? 500 : 40) + Math.floor(Math.random() * 40)
        await until(() => acknowledged.length >= enough)
        await wait(Math.random() * 25)
        closeGate()
        await cut(server)
        await until(allWait)
        disk?.start()
        figures.unanswered += unanswered.size
        await withBooks(async (database) => {
          figures.landedUnanswered += await expectRight(database, acknowledged, unanswered.values())
        })
      }
      const server = await start()
      await close()
      server.kill('SIGTERM')
      await server.ended
      await withBooks((database) => expectRight(database, acknowledged, unanswered.values()))
      figures.acknowledged = acknowledged.length
      report('power cuts of a disk', figures)
      rmSync(dataDir, { recursive: true })
    },
    600_000 + rounds * 240_000,
  )

  it('starts again after a power cut during the first start', async () => {
    const server = startServer(env)
    // Before the server is ready.
    await wait(Math.random() * 3_000)
    await cut(server)
    disk?.start()
    const again = startServer(env)
    await addressOf(again)
    await cut(again)
    disk?.start()
    const third = startServer(env)
    await addressOf(third)
    third.kill('SIGTERM')
    await third.ended
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('keeps files, keys and messages that were written', async () => {
    const log = pino({ level: 'silent' })
    const identityKeys = await loadIdentityKeys({ dataDir, identityKeys: [] })
    await loadLinkKeys(dataDir)
    const files = openFileStore({ bucket: undefined, dataDir })
    await files.put('upload-1', Buffer.from('a scanned bill'))
    await cut()
    disk?.start()
    expect((await loadIdentityKeys({ dataDir, identityKeys: [] })).sealing.id).toBe(identityKeys.sealing.id)
    expect((await files.read('upload-1'))?.toString()).toBe('a scanned bill')

    const links = (await loadLinkKeys(dataDir)).all()
    const added = await addKeyToFile(dataDir)
    await rotateLinkKeys(dataDir, new Date())
    await files.put('upload-1', Buffer.from('scanned again'))
    const outbox = path.join(dataDir, 'outbox')
    const mail = openMail({ smtpUrl: undefined, from: 'Alajo <office@alajo.test>', outbox, log })
    await mail.send({ to: 'ada@alajo.test', subject: 'Your sign-in token', text: '123456' })
    const stopping = new AbortController().signal
    await openSms({ gateway: undefined, outbox })({ id: 1, phone: '08030000000', text: 'Paid' }, stopping)
    await cut()
    disk?.start()
    expect((await loadIdentityKeys({ dataDir, identityKeys: [] })).sealing.id).toBe(added.sealing.id)
    expect((await loadLinkKeys(dataDir)).all().slice(0, 1)).toEqual(links)
    expect((await loadLinkKeys(dataDir)).all()).toHaveLength(2)
    expect((await files.read('upload-1'))?.toString()).toBe('scanned again')
    const messages = await Promise.all(
      (await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')),
    )
    expect(messages).toHaveLength(2)
    expect(messages).toContain('To: 08030000000\n\nPaid\n')
    expect(messages).toContainEqual(expect.stringContaining('To: ada@alajo.test'))
  })
})
