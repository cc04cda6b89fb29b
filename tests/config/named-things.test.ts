// Checks that a text which sends its reader somewhere names what there is: a page, a button, a part, or what the program calls its own.
import { expect, test } from 'vitest'
import { OWN_NAMES } from '#config/lint/texts/check-mentioned-names.ts'
import { readFiles } from '../support/source-files.ts'
import { checkChanged, FORM_PAGE_FILE, type Written } from './language-case.ts'

const findingsOf = async (next: string) => {
  const change = (written: Written) => ({ ...written, receipt: { title: '已写好', next } })
  const { problems } = await checkChanged(FORM_PAGE_FILE, change)
  return problems.filter(({ slug }) => slug === 'name_of_nothing')
}

test.each(['请到“我的旧便签”查看', '点击“收进抽屉”后关闭', '从“抽屉”进入'])(
  'is not there: %s',
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
])('names nothing that is missing: %s', async (next) => {
  expect(await findingsOf(next)).toEqual([])
})

test('what the program is said to call its own stands on its screens', () => {
  const screens = readFiles('src/portal', /\.tsx?$/)
  expect(OWN_NAMES.filter((name) => !screens.some(({ text }) => text.includes(name)))).toEqual([])
})
