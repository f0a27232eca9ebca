import { specimenCard, specimenPage } from '#server/demo/specimens'

export const png = specimenCard([255, 255, 255])
export const pdf = specimenPage('Test')
