// Holds what the checker says of steps for many items at once, and where operators are offered them.
import { describe, expect, test } from 'vitest'
import type { ListPage } from '../../src/shared/pages/list.ts'
import { checkWith, DESK, LOAN, modelWith } from '../support/loan.ts'
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

describe('a list that offers a step for many', () => {
  test('of a verb that the lifecycle has, without a form', () => {
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
    ['with a form', [{ do: 'steps', transition: 'approve' }], 'bulk_form', '须填写表单，不能成批执行'],
    ['that is not there', [{ do: 'steps', transition: 'aprove' }], 'action_endpoint', '没有流转“aprove”'],
  ])('is told of a step %s', (_name, actions, slug, said) => {
    const [problem] = problemsOf(desk(actions))
    expect(problem).toMatchObject({ slug })
    expect(problem?.message).toContain(said)
  })

  test('is a table', () => {
    const [problem] = problemsOf(desk([{ do: 'steps', transition: 'deny' }], { view: 'rows' }))
    expect(problem).toMatchObject({ slug: 'bulk_action' })
  })
})

test('every list that operators manage offers those of its lifecycle', () => {
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

test('who else decides by the lifecycle is offered those steps, and no others', () => {
  const page = model.pages.find(({ id }) => id === 'operator/incubateDemand/list') as ListPage
  expect(page.bulkActions.map(({ transition, access }) => [transition, access])).toEqual([
    ['online', ['operator', 'auditor']],
    ['refuse', ['operator', 'auditor']],
    ['dismiss', ['operator', 'auditor']],
    ['close', ['operator']],
  ])
  const other = model.pages.find(({ id }) => id === 'operator/zhihu/list') as ListPage
  expect(new Set(other.bulkActions.flatMap(({ access }) => access))).toEqual(new Set(['operator']))
})

/** The list that is made for every type; others beside it are for one purpose. */
const source = (id: string): boolean => /^operator\/\w+\/list$/.test(id)
