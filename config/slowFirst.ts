import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take ten seconds or more beside the browsers, the slowest first. */
const slow = [
  'sinceCheckpoint',
  'backup',
  'month',
  'histories',
  'partitionPostings',
  'stopping',
  'killedRelease',
  'replica',
  'access',
  'badFields',
  'startRace',
  'sorted',
  'rollingUpgrade',
  'demoStart',
  'searchStrategies',
  'checkpoints',
  'runs',
  'starting',
  'limits',
  'demo',
  'demoMoney',
  'booksImport',
  'loanModel',
  'databaseOutage',
  'killedServer',
  'killedRun',
  'dataFolder',
  'loanRace',
  'moneyModel',
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
