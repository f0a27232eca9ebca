import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import type { DateOrder } from '#domain/import/cells'
import { openRows, type ReadRow } from './readRows'
import { TableFault } from './tableRow'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alajo-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(file: string, noun: ImportNoun = 'customers', dates?: DateOrder) {
  const { rows, close, ...opened } = await openRows(file, { noun, dates })
  const all: ReadRow[] = []
  for await (const row of rows()) all.push(row)
  close()
  return { ...opened, all, rows: all.map(({ row }) => row), faults: all.flatMap(({ faults }) => faults) }
}

async function readText(content: string | Buffer, noun?: ImportNoun) {
  const file = path.join(folder, `${Math.random()}.csv`)
  await writeFile(file, content)
  return read(file, noun)
}

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))
const heading = 'Customer,First Name,Last Name,Phone Number,Agent,Wallet Balance'
const person = 'C-1,Amina,Bello,08031234567,A-01,"1,000.50"'
const amina = {
  customer: 'C-1',
  first_name: 'Amina',
  last_name: 'Bello',
  phone_number: '08031234567',
  agent: 'A-01',
  wallet_balance: 100_050,
}

describe('files that are moved in', () => {
  it('reads what LibreOffice writes: .xlsx, and semicolons in Windows-1252', async () => {
    for (const name of ['customers.xlsx', 'semicolon-1252.csv']) {
      const { rows, faults } = await read(fixture(name))
      expect(faults, name).toEqual([])
      expect(rows, name).toMatchObject([
        { customer: 'C-1', phone_number: '08031234567', registered: '2025-02-01', wallet_balance: 150_050 },
        {
          customer: 'C-2',
          first_name: 'Amina',
          last_name: "O'Neil",
          registered: '2025-02-28',
          wallet_balance: 0,
        },
        { customer: 'C-3', first_name: 'Bello, Jr', registered: '2024-12-31', wallet_balance: 100_000_005 },
      ])
    }
    expect((await read(fixture('customers.xlsx'))).rows[0]).toMatchObject({
      first_name: 'Ọlá',
      last_name: 'Adébáyọ̀',
    })
  })

  it('reads each encoding and separator, with lines before the heading and columns in any order', async () => {
    const text = `${heading}\r\n${person}\r\n`
    const tabs = `${heading.replaceAll(',', '\t')}\nC-1\tAmina\tBello\t8031234567\tA-01\t₦1000.5\n`
    const files = {
      plain: text,
      marked: `\uFEFF${text}`,
      'UTF-16': iconv.encode(tabs, 'utf16-le', { addBOM: true }),
      'UTF-16 without a mark': iconv.encode(tabs.replace('₦', 'N'), 'utf16-be'),
      'with a hint': `sep=;\r\n${heading.replaceAll(',', ';')}\r\nC-1;Amina;Bello;+2348031234567;A-01;1,000.50\r\n`,
      'under an introduction': `Business,Alajo\r\nReport,Customers\r\n\r\n${text}`,
      'in another order':
        'Agent Code,GSM,Balance,surname,FIRST_NAME,customer number,Remarks\nA-01,08031234567,1000.50,Bello,Amina,C-1,good\n',
    }
    for (const [name, content] of Object.entries(files)) {
      const { rows, faults } = await readText(content)
      expect({ rows, faults }, name).toEqual({ rows: [amina], faults: [] })
    }
    // Windows-1252 has no other mark than what is not UTF-8.
    const latin = await readText(iconv.encode(text.replace('Amina', 'Zoë'), 'win1252'))
    expect(latin.rows).toEqual([{ ...amina, first_name: 'Zoë' }])
  })

  it('names the line and the column of each fault, and reads on', async () => {
    const lines = [
      heading,
      person,
      heading,
      'C-2,,Bello,0803,A-01,ten',
      'C-3,Musa,Bello,08031234567,A-01,=SUM(A1:A2),more',
      'C-4,Musa,Bello,08031234567,A-01,-5',
      '',
      'C-5,Musa,Bello,08031234567,A-01,5',
    ]
    const { all } = await readText(`${lines.join('\n')}\n`)
    expect(all.map(({ line, faults }) => [line, faults.map(({ reason }) => reason)])).toEqual([
      [2, []],
      [3, ['The heading is repeated.']],
      [
        4,
        [
          'First Name is empty.',
          'Phone Number is not a phone number of 11 digits.',
          'Wallet Balance is not an amount of naira, such as 1500 or 1,500.50.',
        ],
      ],
      [
        5,
        [
          'The row has more cells than the heading, which has 6.',
          'Wallet Balance is a formula: paste its value instead.',
        ],
      ],
      [6, ['Wallet Balance is below zero.']],
      [8, []],
    ])
  })

  it('says of what is no table why it is none', async () => {
    const faultOf = async (content: string | Buffer) =>
      readText(content).then(
        () => 'none',
        (error: unknown) => (error instanceof TableFault ? error.message : String(error)),
      )
    expect(await faultOf('')).toBe('The file is empty.')
    expect(await faultOf('%PDF-1.7')).toMatch('This is a PDF')
    expect(await faultOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).toMatch('old Excel')
    expect(await faultOf(Buffer.from([1, 2, 0, 4, 5, 9, 9, 0]))).toMatch('no table')
    expect(await faultOf(Buffer.from('PK\u0003\u0004and no more'))).toMatch('no workbook')
    expect(await faultOf('a,b\n1,2\n')).toMatch('No line has the names of the columns')
    expect(await faultOf('Customer,First Name,Colour\n')).toBe(
      'Line 1: Columns are missing: Last Name, Phone Number, Agent. Not understood: Colour.',
    )
    expect(await faultOf(`Customer,${heading}\n${person}\n`)).toBe(
      'Line 1: The column Customer is there twice.',
    )
    expect(await faultOf(`${heading}\nC-1,"Amina,Bello\n`)).toMatch('A quote that begins')
    expect(await faultOf(`${heading}\nC-1,Ami"na,Bello,1,2,3\n`)).toMatch('The quotes')
    expect(await faultOf(`${heading}\n"${'x'.repeat(200_000)}"\n`)).toMatch('longer than any row')
  })
})
