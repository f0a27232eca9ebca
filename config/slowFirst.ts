import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take ten seconds or more, the slowest first. */
const slow = [
  'backup',
  'demoStart',
  'searchStrategies',
  'stopping',
  'sorted',
  'loanRace',
  'loanModel',
  'moneyModel',
  'limits',
  'demoMoney',
  'starting',
  'killedServer',
  'databaseOutage',
  'startRace',
  'demo',
  'dataFolder',
  'badFields',
  'access',
]

const placeOf = ({ moduleId }: TestSpecification) => {
  const name = /([^/\\]+?)(\.alone)?\.test\.tsx?$/.exec(moduleId)?.[1] ?? ''
  const place = slow.indexOf(name)
  return place < 0 ? slow.length : place
}

/** Starts slow files first, so that no worker ends alone with one of them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
