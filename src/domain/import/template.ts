import { byteOrderMark, csvLine } from '#domain/lists/csvFile'
import type { ImportNoun } from '#contract/calls/imports'
import { importFields } from './nouns'

/** The heading of a noun's file. */
export const headingLine = (noun: ImportNoun) =>
  byteOrderMark + csvLine(importFields[noun].map(({ header }) => ({ kind: 'text', value: header })))

/** The file that shows a noun's columns, with a row as an example. */
export const templateOf = (noun: ImportNoun) =>
  headingLine(noun) + csvLine(importFields[noun].map(({ example }) => ({ kind: 'phone', value: example })))
