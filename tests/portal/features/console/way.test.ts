// Tests the path of an item through its lifecycle: passed states, current state, next states.
import { expect, test } from 'vitest'
import { type LifecycleItem, toLifecyclePath } from '#portal/features/console/lifecycle-progress.tsx'
import { model } from '../../../support/portal-model.ts'

const AT = '2026-11-20T08:00:00.000Z'
const step = (from: string, to: string, more: object = {}) => ({
  from,
  to,
  change: null,
  reason: null,
  by: '示例运营人员',
  at: AT,
  ...more,
})

const lifecycleOf = (type: string) => {
  const found = model.contentTypes.find(({ name }) => name === type)
  if (!found) throw new Error(`there is no type ${type}`)
  return found.lifecycle
}

/** As a person reads it: what is passed, [where it stands], and (what lies ahead). */
function read(type: string, item: LifecycleItem): string {
  return toLifecyclePath(lifecycleOf(type), item)
    .map(({ title, stage }) => (stage === 'here' ? `[${title}]` : stage === 'ahead' ? `(${title})` : title))
    .join(' ')
}

test.each<[string, string, LifecycleItem, string]>([
  ['waits for its review', 'zhihu', { status: 'pending' }, '[待审核] (已上线)'],
  [
    'was approved: nothing lies ahead',
    'zhihu',
    { status: 'online', history: [step('pending', 'online')] },
    '待审核 [已上线]',
  ],
  [
    'was refused: it is handed in again, and reviewed',
    'zhihu',
    { status: 'refused', history: [step('pending', 'refused', { reason: '缺型号' })] },
    '待审核 [审核不通过] (待审核) (已上线)',
  ],
  [
    'has a change waiting beside it, which is a step of its own',
    'zhihu',
    {
      status: 'online',
      history: [step('online', 'pending', { change: '修改待审核' }), step('pending', 'online')],
    },
    '待审核 已上线 [修改待审核]',
  ],
  [
    'was deleted: the way back leads through the offline state',
    'news',
    { status: 'deleted', history: [step('offline', 'deleted'), step('online', 'offline')] },
    '已上线 已下线 [已删除] (已下线) (已上线)',
  ],
  [
    'waits for its audit: what turns it down for good is no way on',
    'radioDeclaration',
    { status: 'submitted' },
    '[待处理] (已办结)',
  ],
  [
    'was accepted, and is approved next',
    'radioDeclaration',
    { status: 'accepted', history: [step('submitted', 'accepted')] },
    '待处理 [已受理] (已办结)',
  ],
  [
    'was approved, though it may be changed',
    'radioDeclaration',
    { status: 'handled', history: [step('submitted', 'handled')] },
    '待处理 [已办结]',
  ],
  ['waits for whom it asks', 'intention', { status: 'waiting' }, '[待反馈] (同意洽谈) (洽谈中) (已签约)'],
  ['is in a state that its lifecycle no longer has', 'zhihu', { status: 'gone' }, '[gone]'],
])('the lifecycle path is correct for an item that %s', (_name, type, item, way) => {
  expect(read(type, item)).toBe(way)
})

test('a lifecycle path names actor, time and comment of each state, and the owner for the first one', () => {
  const way = toLifecyclePath(lifecycleOf('zhihu'), {
    status: 'refused',
    createdAt: '2026-11-19T08:00:00.000Z',
    ownerName: '示例单位',
    history: [step('pending', 'refused', { reason: '缺型号', words: '审核意见' })],
  })
  expect(way.slice(0, 2)).toEqual([
    { title: '待审核', stage: 'passed', by: '示例单位', at: '2026-11-19T08:00:00.000Z' },
    { title: '审核不通过', stage: 'here', by: '示例运营人员', at: AT, words: '审核意见：缺型号' },
  ])
})
