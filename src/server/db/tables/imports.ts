import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { type ImportNoun, importNouns, importStates } from '#contract/calls/imports'
import type { ControlTotals } from '#domain/import/totals'
import type { DateQuestion } from '#domain/import/columns'
import type { ImportRow } from '#domain/import/rows'
import { createdAt, id, instant, kobo, ref, zeroKobo } from './columns'
import { admins } from './schema'

/** What a business moves in: one import a number, released as a whole or not at all (import/release.ts). */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    state: text({ enum: importStates }).notNull().default('open'),
    /** The day at whose end the balances are those of the files. */
    cutOverDay: date({ mode: 'string' }).notNull(),
    createdBy: ref()
      .notNull()
      .references(() => admins.id),
    /** Of the files, since the last check. */
    totals: jsonb().$type<ControlTotals>(),
    releasedBy: ref().references(() => admins.id),
    releasedAt: instant(),
    undoneBy: ref().references(() => admins.id),
    undoneAt: instant(),
    /** What a dry run, a release or an undoing does now, and how far it is. */
    step: text(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    stepsFrom: instant(),
    /** How often a server took it up; one that ends with its server again and again is given up (import/jobs.ts). */
    attempts: integer().notNull().default(0),
    /** Why the last of them ended with nothing done; of a dry run, which files can't be read. */
    failure: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    check(
      'imports_state',
      sql`${t.state} in ('open', 'checking', 'checked', 'ready', 'releasing', 'released', 'undoing', 'undone', 'cancelled')
        and (${t.state} in ('released', 'undoing', 'undone')) = (${t.releasedAt} is not null)
        and (${t.state} = 'undone') = (${t.undoneAt} is not null)
        and (${t.releasedAt} is null or ${t.releasedBy} is not null) and (${t.undoneAt} is null or ${t.undoneBy} is not null)`,
    ),
  ],
)

const importId = () =>
  ref()
    .notNull()
    .references(() => imports.id)
/**
 * Of a row. Not a foreign key, which would look up the import for each: while one transaction writes a million rows, the import gets a
 * version with every step of progress, and none can be vacuumed. Imports are never deleted; their files refer to them.
 */
const rowImportId = () => ref().notNull()
const noun = () => text({ enum: importNouns }).notNull()

/** The files of an import; their bytes are not kept. */
export const importFiles = pgTable(
  'import_files',
  {
    id: id(),
    importId: importId(),
    noun: noun(),
    name: text().notNull(),
    sha256: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    rows: integer().notNull(),
    /** Its rows are not all there yet: they count once they are. */
    isReading: boolean().notNull().default(false),
    /** As what it was read: encoding, separator, order of dates. */
    readAs: text(),
    addedBy: ref()
      .notNull()
      .references(() => admins.id),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.importId), index().on(t.sha256)],
)

/** Files that were uploaded for an import and are read by its next dry run. */
export const importUploads = pgTable(
  'import_uploads',
  {
    id: id(),
    importId: importId(),
    noun: noun(),
    name: text().notNull(),
    /** The parts of the file in their order, by their ids in `uploads`. */
    parts: bigint({ mode: 'number' }).array().notNull(),
    /** Asked before it can be read: day and month of its dates fit both ways. */
    question: jsonb().$type<DateQuestion>(),
    /** What was answered. */
    dates: text({ enum: ['day', 'month'] }),
    addedBy: ref()
      .notNull()
      .references(() => admins.id),
  },
  (t) => [index().on(t.importId)],
)

/** Rows that were read, until their import is released or cancelled: the books don't know them. */
export const importRows = pgTable(
  'import_rows',
  {
    id: id(),
    importId: rowImportId(),
    fileId: ref()
      .notNull()
      .references(() => importFiles.id),
    noun: noun(),
    line: integer().notNull(),
    /** By which other rows name it; of an instalment its loan's, of a guarantor the customer's. */
    key: text().notNull(),
    row: jsonb().$type<ImportRow>().notNull(),
    /** The fingerprint of noun and row. */
    hash: text().notNull(),
  },
  (t) => [index('import_rows_key').on(t.importId, t.noun, t.key), index('import_rows_hash').on(t.hash)],
)

/** What the rows of a noun have in common, while a rule of the dry run looks for those that have it twice (import/check.ts). */
export const importSameRows = pgTable(
  'import_same_rows',
  {
    rowId: ref().primaryKey(),
    importId: rowImportId(),
    same: text().notNull(),
  },
  (t) => [index('import_same_rows_same').on(t.importId, t.same, t.rowId)],
)

/** What is wrong: with a row that was refused, whose cells are here, or with one that was read. */
export const importFaults = pgTable(
  'import_faults',
  {
    id: id(),
    importId: rowImportId(),
    fileId: ref()
      .notNull()
      .references(() => importFiles.id),
    noun: noun(),
    line: integer().notNull(),
    rowId: ref(),
    /** The cells by the names of their fields. */
    cells: jsonb().$type<Record<string, string>>(),
    header: text().notNull(),
    reason: text().notNull(),
  },
  (t) => [index().on(t.importId, t.noun, t.line)],
)

/** A noun of a record: LENT gets what is owed on all loans, by one entry. */
export type RecordNoun = ImportNoun | 'lent'

/** What a released import made, with the fingerprint of the row, so that the same row does not come twice. */
export const importRecords = pgTable(
  'import_records',
  {
    /** Of its row. */
    id: ref().primaryKey(),
    importId: rowImportId(),
    noun: text().$type<RecordNoun>().notNull(),
    key: text().notNull(),
    hash: text().notNull(),
    /** Null for an instalment and a guarantor. */
    recordId: ref(),
    /** Made by this import; otherwise it was there. */
    isNew: integer().notNull().default(1),
    accountId: ref(),
    /** What its entry moves into the account. */
    amount: kobo().notNull().default(zeroKobo),
    /** Of the ledger; taken before the entry is there, and checked by `verify-ledger`. */
    entryId: ref().unique(),
    /** 1 once its import was undone. */
    undone: integer().notNull().default(0),
  },
  (t) => [
    index('import_records_key').on(t.importId, t.noun, t.key),
    // Whether a customer or a savings wallet was taken over.
    index('import_records_record').on(t.recordId).concurrently(),
    uniqueIndex('import_records_hash').on(t.hash).where(sql`${t.undone} = 0`),
    check('import_records_entry', sql`(${t.amount} <> 0) = (${t.entryId} is not null)`),
  ],
)
