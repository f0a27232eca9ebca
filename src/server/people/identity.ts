import type { Identity } from '#contract/calls/customers'
import { reject } from '../errors/refusals'
import type { Context } from '../handler'
import { readGuarantorBvn } from '../identity/identities'
import { UnknownIdentityKey } from '../identity/seal'
import type { Services } from '../services'

/** Numbers that are being opened; rejects where this server lacks their key. */
export const openedOrReject = <Opened>(services: Pick<Services, 'log'>, opened: Promise<Opened>) =>
  opened.catch((error: unknown) => {
    if (!(error instanceof UnknownIdentityKey)) throw error
    services.log.error({ key: error.id }, 'a BVN or NIN can not be opened')
    return reject('These numbers can’t be opened: this server lacks their key. Tell who runs the server.')
  })

/** Their last four digits. */
export const mask = ({ bvn, nin }: Identity): Identity => ({ bvn: masked(bvn), nin: masked(nin) })
export const masked = (number: string | null) => number && `•••••••${number.slice(-4)}`

export type Reads = Pick<Context, 'queries' | 'services'>

/** The whole BVN of a guarantor; null if none is recorded. */
export const guarantorBvn = ({ queries, services }: Reads, id: number) =>
  openedOrReject(services, readGuarantorBvn(queries, services.identityKeys, id))
