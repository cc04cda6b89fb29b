// Tests checks of bulk transitions, and the bulk actions that console lists offer.
import { describe, expect, test } from 'vitest'
import type { ListPage } from '#shared/model/pages/list.ts'
import { checkWith, DESK, LOAN, modelWith } from '../support/loan.ts'
import { portalFiles } from '../support/portal-files.ts'
import { model } from '../support/portal-model.ts'

const PAGE = 'pages-config/loan/desk.json'
const desk = (bulkActions: readonly object[], more: object = {}) => ({
  ...LOAN,
  [PAGE]: {
    ...DESK,
    bulkActions,
    ...more,
  } as never,
})
const problemsOf = (added: Parameters<typeof checkWith>[0]) => {
  const result = checkWith(added)
  return result.ok ? [] : result.problems.filter(({ file }) => file === PAGE)
}

describe('a list with a bulk transition', () => {
  test('compiles a transition without a form into a bulk action', () => {
    expect(problemsOf(desk([{ do: 'steps', transition: 'deny' }]))).toEqual([])
    const page = modelWith(desk([{ do: 'steps', transition: 'deny', label: '一并驳回' }])).pages.find(
      ({ path }) => path === '/loanDesk',
    ) as ListPage
    expect(page.bulkActions[0]).toMatchObject({
      do: 'steps',
      label: '一并驳回',
      source: { operation: 'loan.bulk', method: 'POST', body: { action: 'deny' } },
      access: ['operator'],
    })
    expect(page.bulkActions[0]?.reason?.title).toBeTruthy()
  })

  test.each([
    ['with a form', [{ do: 'steps', transition: 'approve' }], 'bulk_form', '须填写表单，不能批量办理'],
    ['that is not there', [{ do: 'steps', transition: 'aprove' }], 'action_endpoint', '缺少流转“aprove”'],
  ])('refuses a transition %s', (_name, actions, slug, said) => {
    const [problem] = problemsOf(desk(actions))
    expect(problem).toMatchObject({ slug })
    expect(problem?.message).toContain(said)
  })

  test('is refused unless its view is a table', () => {
    const [problem] = problemsOf(desk([{ do: 'steps', transition: 'deny' }], { view: 'rows' }))
    expect(problem).toMatchObject({ slug: 'bulk_action' })
  })
})

describe('a list of several content types with a bulk transition', () => {
  const OWN = 'pages-config/loan/own.json'
  const own = (action: object) => ({
    ...LOAN,
    [OWN]: {
      ...DESK,
      path: '/ownThings',
      title: '我的事项',
      access: ['registered'],
      source: 'publishing.mine',
      bulkActions: [action],
    } as never,
  })
  const problems = (action: object) => {
    const result = checkWith(own(action))
    return result.ok ? [] : result.problems.filter(({ file }) => file === OWN)
  }

  test('compiles the declared operation, and treats deletion as dangerous', () => {
    const action = { do: 'steps', transition: 'delete', label: '删除', source: 'publishing.bulk' }
    const page = modelWith(own(action)).pages.find(({ path }) => path === '/ownThings') as ListPage
    expect(page.bulkActions[0]).toMatchObject({
      source: { operation: 'publishing.bulk', method: 'POST', body: { action: 'delete' } },
      transition: 'delete',
      danger: true,
    })
  })

  test.each([
    ['an operation that is not there', { source: 'publishing.bulks' }, 'publishing.bulk'],
    ['an operation that takes no steps', { source: 'userPage.forgetViews' }, '不能用于批量办理'],
    ['a step that no type has', { source: 'publishing.bulk', transition: 'vanish' }, '“vanish”'],
    ['no operation', {}, '批量办理'],
  ])('reports %s with a message', (_name, part, words) => {
    const [problem] = problems({ do: 'steps', transition: 'delete', ...part })
    expect(JSON.stringify(problem)).toContain(words)
  })
})

test('every console list offers the bulk transitions that its lifecycle gives operators', () => {
  const lists = model.pages.filter(
    (page): page is ListPage => page.kind === 'list' && page.id.startsWith('operator/'),
  )
  const missing = lists.flatMap(({ contentType, bulkActions, id }) => {
    const type = model.contentTypes.find(({ name }) => name === contentType)
    const verbs = (type?.lifecycle.transitions ?? [])
      .filter(({ by, form, action }) => by.includes('operator') && !form && type?.operations[action])
      .map(({ action }) => action)
    const offered = bulkActions.map(({ transition }) => transition)
    return type?.operations.bulk && source(id)
      ? verbs.filter((verb) => !offered.includes(verb)).map((verb) => `${id}: ${verb}`)
      : []
  })
  expect(missing).toEqual([])
})

test('a bulk action is offered to exactly the roles that may execute its transition', () => {
  const file = 'schemas/lifecycles/moderated.json'
  const moderated = JSON.parse(portalFiles().get(file) ?? '')
  for (const transition of moderated.transitions)
    if (transition.from.includes('pending') && transition.by[0] === 'operator') transition.by.push('auditor')
  const { pages } = modelWith({ [file]: moderated })
  const page = pages.find(({ id }) => id === 'operator/demand/list') as ListPage
  expect(page.bulkActions.map(({ transition, access }) => [transition, access])).toEqual([
    ['online', ['operator', 'auditor']],
    ['refuse', ['operator', 'auditor']],
    ['offline', ['operator']],
    ['delete', ['operator']],
    ['restore', ['operator']],
  ])
  const other = pages.find(({ id }) => id === 'operator/bidding/list') as ListPage
  expect(new Set(other.bulkActions.flatMap(({ access }) => access))).toEqual(new Set(['operator']))
})

test('a bulk action has a label for each state only when its transition has several titles', () => {
  const page = model.pages.find(({ id }) => id === 'operator/zhihu/list') as ListPage
  const online = page.bulkActions.find(({ transition }) => transition === 'online')
  expect(online?.labels).toMatchObject({ pending: '通过并上线', offline: '重新上线' })
  expect(page.bulkActions.find(({ transition }) => transition === 'offline')).not.toHaveProperty('labels')
})

/** The list that is made for every type; others beside it are for one purpose. */
const source = (id: string): boolean => /^operator\/\w+\/list$/.test(id)
