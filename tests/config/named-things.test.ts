// Tests the check that texts refer only to existing pages, buttons and sections.
import { expect, test } from 'vitest'
import { OWN_NAMES } from '#config/lint/texts/text-rules.ts'
import { readFiles } from '../support/source-files.ts'
import { checkChanged, FORM_PAGE_FILE, type Written } from './language-case.ts'

const findingsOf = async (next: string) => {
  const change = (written: Written) => ({ ...written, receipt: { title: '已写好', next } })
  const { problems } = await checkChanged(FORM_PAGE_FILE, change)
  return problems.filter(({ slug }) => slug === 'name_of_nothing')
}

test.each(['请到“我的旧便签”查看', '点击“收进抽屉”后关闭', '从“抽屉”进入'])(
  'a receipt that refers to a missing page, button or section is reported: %s',
  async (next) => {
    expect(await findingsOf(next)).toMatchObject([{ severity: 'warning', file: FORM_PAGE_FILE }])
  },
)

test.each([
  '请到“已写好”查看',
  '点击“提交”后等待',
  '显示为“已注销用户”',
  '称作“小巨人”的企业',
  '到“{item.title}”查看',
])('a receipt that refers to nothing missing is accepted: %s', async (next) => {
  expect(await findingsOf(next)).toEqual([])
})

test("every name in OWN_NAMES occurs in the sources of the portal's screens", () => {
  const screens = readFiles('src/portal', /\.tsx?$/)
  expect(OWN_NAMES.filter((name) => !screens.some(({ text }) => text.includes(name)))).toEqual([])
})
