// Tests the personal data export: every table and column about an account is included.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

/** Columns by which a row belongs to an account. */
const WHOSE = ['owner_id', 'user_id', 'account_id', 'author', 'reporter', 'actor']
/** Where the rows of a table stand in the export. */
const TABLES: Readonly<Record<string, string>> = {
  item: 'items',
  pending_version: 'changes',
  item_version: 'versions',
  comment: 'comments',
  comment_report: 'reports',
  reaction: 'reactions',
  collect_folder: 'folders',
  view_record: 'views',
  follow: 'follows',
  delegation: 'delegations',
  role_assignment: 'roles',
  draft: 'drafts',
  file: 'files',
  search_record: 'searches',
  session: 'sessions',
  transition_log: 'steps',
  audit: 'events',
  chat_member: 'chats',
  chat_message: 'chatMessages',
  chat_report: 'chatReports',
  notice: 'notices',
  console_view: 'consoleViews',
  configuration_draft: 'configurationDrafts',
  configuration_revision: 'configurationRevisions',
  notice_setting: 'noticeSettings',
  message_copy: 'receivedMessages',
}
/**
 * Answers of calls, kept for repetitions of them for a short time: what they hold stands in the export already. And
 * tables on their way in, which are the owner's own files, dropped when they are taken, given up or left for three days.
 * And words of notices on their way out, dropped when they were sent; what the next digest names; and who is online.
 */
const PASSING = ['idempotency', 'import_job', 'delivery', 'presence', 'follow_digest']
/** Of programs, which are nobody's data. */
const PROGRAMS = ['service_account']
/** Columns of the account that are no information about a person: digests, counters, who of the staff decided. */
const TECHNICAL = [
  'password_hash',
  'password_until',
  'supplement_digest',
  'supplement_until',
  'failed_count',
  'locked_until',
  'reviewed_by',
]
const CONSENT = { version: '2026-01', at: '2026-01-05T00:00:00.000Z', fields: ['idCard'] }

let app: TestApp
let exported: Record<string, unknown>

beforeAll(async () => {
  app = await createTestApp()
  const token = await app.signIn('someone')
  await app.services.db
    .updateTable('account')
    .set({ sensitiveConsent: CONSENT, mobile: '13812345678', blackReason: '曾列入黑名单' })
    .where('id', '=', 'someone')
    .execute()
  const question = { title: '水带多久检查一次？', sysCategoryId: 'C04' }
  await app.post('/newapi/zhihu/add', question, { token })
  const { data, text } = await app.get<Record<string, unknown>>('/newapi/api/account/export', { token })
  expect(data, text).toBeTruthy()
  exported = data
})
afterAll(() => app.close())

test('the personal data export includes every table that names an account, except transient tables', async () => {
  const { rows } = await sql<{ tableName: string }>`
    select distinct table_name from information_schema.columns
    where table_schema = current_schema() and column_name in (${sql.join(WHOSE)})`.execute(app.services.db)
  const tables = rows
    .map(({ tableName }) => tableName)
    .filter((name) => ![...PASSING, ...PROGRAMS].includes(name))
  expect(tables.sort()).toEqual(Object.keys(TABLES).sort())
  for (const key of Object.values(TABLES)) expect(exported[key], key).toBeInstanceOf(Array)
  expect(exported.sessions).toHaveLength(1)
})

test('the personal data export includes every column of the account, except technical ones', async () => {
  const { rows } = await sql<{ columnName: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = 'account'`.execute(app.services.db)
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const expected = rows.flatMap(({ columnName }) =>
    TECHNICAL.includes(columnName) || columnName === 'application' ? [] : [camel(columnName)],
  )
  const account = exported.account as Record<string, unknown>
  const named = Object.keys(account).filter((name) => !name.endsWith('Title'))
  expect(named.sort()).toEqual(expected.sort())
  expect(exported).toHaveProperty('application')
  expect(account).toMatchObject({
    sensitiveConsent: CONSENT,
    blackReason: '曾列入黑名单',
    mobile: '13812345678',
    roleTitle: '普通用户',
    statusTitle: '正常',
  })
})

test('the personal data export has a title for each code and contains submitted texts in full', () => {
  const [type] = app.source.model.contentTypes.filter(({ name }) => name === 'zhihu')
  expect(exported.items).toMatchObject([
    {
      type: 'zhihu',
      typeTitle: type?.title,
      status: 'pending',
      statusTitle: '待审核',
      body: { sysCategoryId: 'C04' },
      answers: expect.arrayContaining([
        expect.objectContaining({ label: '问题', value: '水带多久检查一次？' }),
        expect.objectContaining({ value: expect.stringMatching(/^[\u4e00-\u9fff]+/) }),
      ]),
    },
  ])
  expect(exported.events).toContainEqual(
    expect.objectContaining({ action: 'zhihu.add', actionTitle: `发布${type?.title}`, resultTitle: '成功' }),
  )
  expect(exported.note).toContain('身份证件号码')
})
