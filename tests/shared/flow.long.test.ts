// Tests the description of a lifecycle as text and as a diagram.
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { toFlow } from '#shared/lifecycles/flow-description.ts'
import { layOut } from '#shared/lifecycles/flow-layout.ts'
import { flowNamesOf } from '#shared/lifecycles/flow-names.ts'
import { toSvg } from '#shared/lifecycles/flow-svg.ts'
import { toFlowText } from '#shared/lifecycles/flow-text.ts'
import { LIBRARY } from '../portals/library.ts'
import { LOAN, modelWith } from '../support/loan.ts'
import { IS_LONG } from '../support/long-run.ts'

const model = modelWith(LOAN)
const LIFECYCLES = [
  ...new Map(model.contentTypes.map(({ lifecycle }) => [lifecycle.name, lifecycle])).values(),
]
const flowOf = (name: string) => {
  const lifecycle = LIFECYCLES.find((one) => one.name === name)
  if (!lifecycle) throw new Error(name)
  return toFlow(lifecycle, flowNamesOf(model, name))
}

describe('lifecycle as text', () => {
  const text = toFlowText('装备借用', flowOf('loan'))

  test.each([
    '● 待批准（requested，起点，可修改）',
    '批准 → 已批准：运营人员（发布者本人除外）；填写审批意见；条件：数量 ≤ 10；编号 LOAN-年份-序号；',
    '初审通过 → 待复审：运营人员（发布者本人除外）；填写审批意见；条件：数量 > 10\n',
    '逾期未领 → 逾期未领：系统；7 天后无人办理，由系统执行，提前 2 天提醒；清空最迟交付日',
    '到期未还 → 逾期未还：系统；超过归还日期无人办理，由系统执行，提前 3 天提醒；通知发布者本人、运营人员',
    '● 已归还（givenBack，终态）',
  ])('contains “%s”', (line) => expect(text).toContain(line))
})

describe.each(LIFECYCLES.map(({ name, title }) => ({ name, title })))(
  'diagram of the lifecycle $title',
  ({ name, title }) => {
    const flow = flowOf(name)
    const { states, steps, width, height } = layOut(flow)

    test('contains every state once and every transition once for each of its start states', () => {
      const lifecycle = LIFECYCLES.find((one) => one.name === name)
      expect(states.map((state) => state.name).sort()).toEqual(Object.keys(lifecycle?.states ?? {}).sort())
      expect(steps).toHaveLength(
        (lifecycle?.transitions ?? []).reduce((sum, { from }) => sum + from.length, 0),
      )
      expect(toSvg(title, flow).match(/<path d="M[^"]*l8/g) ?? []).toHaveLength(steps.length)
    })

    test('draws states and transitions without overlap and inside its bounds', () => {
      const rows = [
        ...states.map(({ y, height: own }) => [y, y + own] as const),
        ...steps.map(({ y, wrapped }) => [y, y + wrapped.length * 19] as const),
      ].sort(([one], [other]) => one - other)
      for (const [at, [from]] of rows.entries()) expect(from).toBeGreaterThanOrEqual(rows[at - 1]?.[1] ?? 0)
      expect(rows.at(-1)?.[1]).toBeLessThanOrEqual(height)
      const lanes = steps.map(({ way }) => /H(\S+?)V(\S+?)H/.exec(way)).map((found) => Number(found?.[1]))
      expect(Math.max(0, ...lanes)).toBeLessThan(width)
    })
  },
)

test('toSvg escapes markup in titles', () => {
  const svg = toSvg('<script>', [{ name: 'a', title: '<b>&"', flags: ['起点'], steps: [] }])
  expect(svg).not.toMatch(/<(script|b)>/)
  expect(svg).toContain('&#60;b&#62;&#38;&#34;')
})

test('scripts/flow.ts prints a lifecycle and suggests the nearest name for an unknown lifecycle', () => {
  // A small portal, which is read in a moment; the long run has the portal's own.
  const env = { ...process.env, ...(IS_LONG ? {} : { PORTAL_DIR: LIBRARY }) }
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/flow.ts', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    })
  const [name, step] = IS_LONG
    ? ['moderated', '上线 → 已上线：运营人员（发布者本人除外）']
    : ['shelf', '下架 → 已下架：馆员']
  expect(run(name)).toContain(step)
  expect(() => run(`${name}d`)).toThrow(`您是不是想写“${name}”`)
}, 60_000)
