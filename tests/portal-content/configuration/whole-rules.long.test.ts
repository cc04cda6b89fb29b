// Tests the rules over the whole model: each reports its mistake in the edited file, and little else.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Problem } from '#config/load/problem.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { readCorpus, type Written } from '../../../scripts/lib/mistakes/corpus.ts'
import { makeMistake } from '../../../scripts/lib/mistakes/make.ts'
import type { Mistake, Texts } from '../../../scripts/lib/mistakes/mistake.ts'
import { CORPUS } from '../../../scripts/lib/mistakes/run.ts'
import { check, keyOf, needsSamples, shortened } from '../../../scripts/lib/mistakes/score.ts'
import { filesOf, toldTogether } from '../../config/told-together.ts'
import { ROOT } from '../../server/support/small-configuration.ts'

const files: Texts = readFolder(ROOT)
const light = shortened(files)
/** What is said of short samples anyway. */
const before = new Set(check(light).map(keyOf))
const corpus = new Map(readCorpus(join(ROOT, CORPUS)).map((mistake) => [mistake.id, mistake]))

const MISSION = 'schemas/lifecycles/mission.json'
const REPORT = 'schemas/content/missionReport.json'

type Edited = Omit<Written, 'id' | 'wants' | 'breaks'>

const CASES: readonly (readonly [slug: string, what: string, edit: Edited])[] = [
  [
    'call_words',
    'words that the call does not take',
    { in: 'pages-config/account/comments.json', at: '/rowActions/0/reason', set: true },
  ],
  [
    'call_words',
    'words that may stay away, but are needed',
    {
      in: 'pages-config/operator/application/item.json',
      at: '/actions/1/reason',
      set: { title: '退回原因', optional: true },
    },
  ],
  [
    'call_incomplete',
    'a value that the call needs',
    { in: 'pages-config/account/follows.json', at: '/rowActions/0/source/body/mode', drop: true },
  ],
  [
    'call_incomplete',
    'nothing to write',
    {
      in: 'pages-config/demand/detail.json',
      at: '/actions/?label=标记为已成交/source/body/progress',
      drop: true,
    },
  ],
  [
    'call_no_row',
    'a call that is the same for every row',
    { in: 'pages-config/account/history.json', at: '/rowActions/?label=删除/source/body', set: {} },
  ],
  [
    'standing_order',
    'a role that an earlier entry names',
    {
      in: 'schemas/content/incubateActivity.json',
      at: '/endpoints/userType/standing/role/company',
      append: 'fireControl',
    },
  ],
  [
    'takes_never',
    'a state that cannot follow where it is handed in',
    { in: REPORT, at: '/takes/steps/4', set: 'completed' },
  ],
  [
    'takes_nobody',
    'a state that others alone take it to',
    { in: REPORT, at: '/takes/steps/4', set: 'aborted' },
  ],
  [
    'button_shut',
    'an edit button where nothing is edited',
    {
      in: 'pages-config/scheme/detail.json',
      at: '/actions/3/when/item.actions',
      append: 'delete',
    },
  ],
  [
    'button_shut',
    'a report where none is taken',
    {
      in: 'pages-config/rescue/detail.json',
      at: '/actions/4/when/item.status',
      append: 'delivered',
    },
  ],
  [
    'field_empty',
    'nobody is named by whom the next steps are taken',
    { in: MISSION, at: '/transitions/?action=take/claim', drop: true },
  ],
  [
    'field_empty',
    'a number that the next step is told, and that is not there',
    { in: 'schemas/lifecycles/incubateDeclare.json', at: '/transitions/?action=pair/do/0', drop: true },
  ],
  [
    'field_kept',
    'one of the ways back does not empty it',
    { in: MISSION, at: '/transitions/?action=giveUp/do/0', drop: true },
  ],
  [
    'notice_unnamed',
    'a notice to whom nothing has named yet',
    { in: MISSION, at: '/transitions/?action=abort/from', set: ['offered'] },
  ],
  [
    'date_never',
    'a last day that is over',
    {
      in: 'schemas/forms/delegation.json',
      at: '/fields/properties/untilDay/x-date/notAfter',
      set: 'today-180d',
    },
  ],
  [
    'date_never',
    'neither before this moment nor after it',
    {
      in: 'schemas/content/rescueMission.json',
      at: '/fields/properties/rallyTime/x-date',
      set: { notBefore: 'now', notAfter: 'form.occurTime' },
    },
  ],
  [
    'number_never',
    'at most less than at least of the other',
    {
      edits: [
        { in: 'schemas/content/rescueForce.json', at: '/fields/properties/staffCore/minimum', set: 500 },
        { in: 'schemas/content/rescueForce.json', at: '/fields/properties/staffTotal/maximum', set: 400 },
      ],
    },
  ],
  [
    'list_fixed',
    'a filter by what is fixed',
    { in: 'pages-config/specialist/organisations.json', at: '/filters', append: 'kind' },
  ],
  [
    'list_empty_field',
    'a column that is empty in every row',
    { in: 'pages-config/specialist/organisations.json', at: '/columns', append: 'professionalTitle' },
  ],
]

interface Found {
  readonly slug: string
  readonly mistake: Mistake
  /** Nothing else is said of it, not even of samples that were right before. */
  readonly isAlone: boolean
}

const WEEKLY: readonly (readonly [id: string, slug: string])[] = [
  ['weekly/refuse-without-reason', 'call_words'],
  ['weekly/standing-guest-first', 'standing_order'],
  ['weekly/report-stage-without-way', 'takes_left'],
  ['weekly/mine-edit-adopted', 'button_shut'],
  ['weekly/parameters-unread-by-forces', 'reader_nothing'],
  ['weekly/pair-number-into-declare-number', 'receipt_field'],
  ['weekly/claim-names-wrong-field', 'claim_written'],
  ['weekly/delegation-cannot-begin', 'date_never'],
  ['weekly/organisations-by-expert-field', 'list_empty_field'],
  ['weekly/notice-opens-missing-edit', 'notice_no_page'],
]

const NOTHING = { group: '', wants: '', breaks: '', places: [], says: [], most: 3 }
const ALL: readonly Found[] = [
  ...CASES.map(([slug, id, edit]): Found => {
    return { slug, mistake: { ...NOTHING, id, edits: edit.edits ?? [edit] }, isAlone: false }
  }),
  ...WEEKLY.map(([id, slug]): Found => {
    const mistake = corpus.get(id)
    if (!mistake) throw new Error(id)
    return { slug, mistake, isAlone: true }
  }),
]

const baseOf = ({ mistake }: Found): Texts => (needsSamples(mistake) ? files : light)
const isOfSamples = ({ file }: Problem): boolean => file.startsWith('schemas/samples/')

function expectFound({ slug, mistake, isAlone }: Found, all: readonly Problem[], beside: readonly Found[]) {
  const found = all.filter((problem) => !before.has(keyOf(problem)))
  const file = makeMistake(mistake, files).places[0]?.file
  const changed = new Set(beside.flatMap((one) => filesOf(one.mistake.edits)))
  const others = found.filter((problem) => !changed.has(problem.file) && !isOfSamples(problem))
  const own = found.filter((problem) => problem.file === file)
  if (isAlone) {
    expect(own.map((problem) => problem.slug)).toEqual([slug])
    expect(beside.length > 1 ? others : found.filter((problem) => problem !== own[0])).toEqual([])
    return
  }
  const said = own.find((problem) => problem.slug === slug)
  expect(found.map((problem) => problem.slug)).toContain(slug)
  expect(said?.file).toBe(file)
  expect(said?.message).toMatch(/[\u4e00-\u9fff]{2}/)
  // Samples that were right before follow.
  expect(own.length + others.length).toBeLessThanOrEqual(2)
}

const [onShort, onWhole] = [light, files].map((base) =>
  toldTogether(
    base,
    ALL.filter((one) => baseOf(one) === base),
    {
      change: ({ mistake }, texts) => makeMistake(mistake, texts).files,
      apart: ({ mistake }) => filesOf(mistake.edits),
      holds: expectFound,
    },
  ),
)

test.each(ALL.map((one) => [one.slug, one.mistake.id, one] as const))(
  'the rule %s reports %s in the edited file',
  (_slug, _id, one) => {
    const expectOne = baseOf(one) === light ? onShort : onWhole
    expectOne?.(one)
  },
)
