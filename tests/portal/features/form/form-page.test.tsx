// Tests the form page: submission, receipts, earlier submissions, editing, drafts, leaving, sign-in.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readFormPreview } from '#portal/core/pages/form-preview.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { putSessionId } from '../../support/begin-session.ts'
import { learnManifest } from '../../support/learn-manifest.ts'
import { sampleForm } from './sample-form.ts'

const calls = vi.hoisted(() => ({
  get: vi.fn(),
  post: vi.fn(),
  getJson: vi.fn((address: string) => window.__equipnetPreload?.get(address)?.answer),
}))
vi.mock('#portal/core/api/client.ts', () => calls)
vi.mock('#portal/core/configuration/dictionaries.ts', () => ({
  useDictionary: () => [{ value: '2', label: '技术攻关' }],
  dictionaryLabel: (_: string, value: string) => (value === 'pending' ? '待审核' : value),
}))

const { ApiError } = await import('#portal/core/api/api-error.ts')
const { FormPageView } = await import('#portal/features/form/form-page.tsx')
const { toSafeReturnAddress: safeReturn } = await import('#portal/core/access/route-guard.ts')
const { HashRouter } = await import('#portal/app/app.tsx')
const { appHistory } = await import('#portal/core/routing/hash-history.ts')
const { currentSession, endSession } = await import('#portal/core/session/session.ts')

const source = (operation: string, method: 'GET' | 'POST', path: string, params = {}) => ({
  operation,
  method,
  path,
  params,
})
const form = { ...sampleForm, steps: [{ title: '联系方式', fields: ['contact', 'mobile'] }] }
const base: FormPage = {
  id: 'demand/publish',
  kind: 'form',
  path: '/demandPublish',
  title: '发布需求',
  shell: 'site',
  access: ['registered'],
  params: {},
  trail: [],
  form,
  submit: source('demand.add', 'POST', '/newapi/demand/add'),
  draft: false,
  receipt: { title: '需求已提交', next: '运营人员将在 1 个工作日内审核。' },
  // biome-ignore lint/suspicious/noThenProperty: the language's word
  then: 'receipt',
  review: false,
}
const editing: FormPage = {
  ...base,
  load: source('demand.info', 'GET', '/newapi/demand/info/{id}', { id: '{query.id}' }),
  update: source('demand.update', 'POST', '/newapi/demand/update'),
}

function open(page: FormPage, address = page.path) {
  act(() => appHistory.replace(address))
  return render(
    <HashRouter>
      <FormPageView page={page} />
    </HashRouter>,
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function fill(contact = '张三') {
  await userEvent.clear(await screen.findByLabelText(/联系人/))
  await userEvent.type(screen.getByLabelText(/联系人/), contact)
  await userEvent.clear(screen.getByLabelText(/联系电话/))
  await userEvent.type(screen.getByLabelText(/联系电话/), '13800138000')
}
const posted = (path: string) => calls.post.mock.calls.filter(([called]) => called === path)

beforeAll(() => learnManifest())
beforeEach(() => {
  localStorage.clear()
  endSession()
  calls.get.mockReset().mockResolvedValue(null)
  calls.post.mockReset().mockResolvedValue({ id: '7', receiptNo: '20260105000001', status: 'pending' })
})

describe('submission on a form page', () => {
  test('shows a receipt with number, state and next action, and sends an idempotency key', async () => {
    open({ ...base, intro: '请填写需求，带星号的必填。' })
    await fill()
    expect(screen.getByText('请填写需求，带星号的必填。')).toBeTruthy()
    await press('提交')
    expect(await screen.findByText('20260105000001')).toBeTruthy()
    expect(screen.queryByText('请填写需求，带星号的必填。')).toBeNull()
    expect(screen.getByText('待审核')).toBeTruthy()
    expect(screen.getByText('运营人员将在 1 个工作日内审核。')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('需求已提交')
    const [path, body, , options] = calls.post.mock.calls[0] as unknown[]
    expect([path, body]).toEqual(['/newapi/demand/add', { contact: '张三', mobile: '13800138000' }])
    expect((options as { headers: Record<string, string> }).headers['Idempotency-Key']).toMatch(
      /^[0-9a-f]{32}$/,
    )
  })

  test('repeats the idempotency key after a lost answer', async () => {
    calls.post.mockRejectedValueOnce(new ApiError({ code: -1, status: 0, message: '网络连接失败' }))
    open(base)
    await fill()
    await press('提交')
    expect((await screen.findByRole('alert')).textContent).toBe('网络连接失败')
    await press('提交')
    const keys = calls.post.mock.calls.map(
      (call) => (call[3] as { headers: Record<string, string> }).headers['Idempotency-Key'],
    )
    expect(keys[1]).toBe(keys[0])
  })

  test('is refused until the agreement is checked', async () => {
    open({
      ...base,
      form: { ...form, agreement: { page: 'about/agreement', title: '用户协议', version: '2026-01' } },
    })
    await fill()
    await press('提交')
    expect(screen.getByRole('alert').textContent).toBe('请先阅读并同意《用户协议》')
    expect(calls.post).not.toHaveBeenCalled()
    await userEvent.click(screen.getByLabelText(/我已阅读并同意/))
    await press('提交')
    expect(calls.post).toHaveBeenCalledTimes(1)
  })
})

test('the agreement of a form names each page with its version, and all versions are sent', async () => {
  const also = [{ page: 'about/privacy', title: '隐私政策', version: '2026-03' }]
  open({
    ...base,
    form: { ...form, agreement: { page: 'about/agreement', title: '用户协议', version: '2026-01', also } },
  })
  await fill()
  await press('提交')
  expect(screen.getByRole('alert').textContent).toBe('请先阅读并同意《用户协议》和《隐私政策》')
  const box = screen.getByRole('checkbox', {
    name: /《用户协议》.*2026-01.*和.*《隐私政策》.*2026-03/,
  })
  await userEvent.click(box)
  await press('提交')
  expect(calls.post.mock.calls.at(-1)?.[1]).toMatchObject({ agreement: '2026-01+2026-03' })
})

describe('form of the console with several steps', () => {
  const [contact, mobile] = [
    { title: '联系方式', fields: ['contact'] },
    { title: '其他', fields: ['mobile'] },
  ]
  const console: FormPage = {
    ...base,
    surface: 'console',
    form: { ...form, steps: [contact, mobile] as typeof form.steps },
  }

  test('stands on one page, whose contents lead to each part and count what is wrong in it', async () => {
    open(console)
    await screen.findByRole('heading', { name: '联系方式' })
    expect(screen.getByLabelText(/联系电话/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '下一步' })).toBeNull()
    await press('提交')
    expect(calls.post).not.toHaveBeenCalled()
    const contents = within(await screen.findByRole('navigation', { name: '表单目录' }))
    expect(contents.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '联系方式1 处有误',
      '其他1 处有误',
    ])
    await userEvent.click(contents.getByRole('button', { name: '其他' }))
    expect(document.activeElement?.textContent).toBe('其他')
    await fill()
    await press('提交')
    expect(posted('/newapi/demand/add')[0]?.[1]).toEqual({ contact: '张三', mobile: '13800138000' })
  })

  test('is led through step by step where its page has a review', async () => {
    open({ ...console, review: true })
    await screen.findByLabelText(/联系人/)
    expect(screen.queryByLabelText(/联系电话/)).toBeNull()
    expect(screen.getByRole('button', { name: '下一步' })).toBeTruthy()
  })
})

test('a form page shows an earlier submission instead of the form', async () => {
  calls.get.mockResolvedValue({ submitted: true, id: '7', receiptNo: '20260105000009', status: 'pending' })
  const check = source('demand.checkSubmitted', 'GET', '/newapi/demand/isSubmit')
  open({ ...base, check, intro: '请填写需求。' })
  expect(await screen.findByText('您已提交过装备需求')).toBeTruthy()
  expect(screen.getByText('20260105000009')).toBeTruthy()
  expect(screen.queryByText('请填写需求。')).toBeNull()
  expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
})

describe('earlier submission for a value of the form', () => {
  const asking: FormPage = {
    ...base,
    params: { contact: { required: false } },
    check: source('demand.isSubmit', 'GET', '/newapi/demand/isSubmit', { contact: '{form.contact}' }),
    receipt: {
      ...base.receipt,
      follow: { page: 'demand/mine', path: '/mine', params: {} },
    },
  }
  const answers = (submitted: string) =>
    calls.get.mockImplementation(async (_path: string, { contact }: { contact?: string }) =>
      contact === submitted
        ? { submitted: true, id: '7', receiptNo: '20260105000009', status: 'pending' }
        : { submitted: false },
    )
  const asked = () => calls.get.mock.calls.map(([, params]) => (params as { contact?: string }).contact)

  test('is read when the value is chosen, and blocks the submission until another value is chosen', async () => {
    answers('李四')
    open(asking)
    await screen.findByLabelText(/联系人/)
    expect(asked()).toEqual([])
    fireEvent.change(screen.getByLabelText(/联系人/), { target: { value: '李四' } })
    const notice = await screen.findByText(/您已提交过装备需求（受理编号 20260105000009，当前状态：待审核）/)
    expect(within(notice.parentElement as HTMLElement).getByRole('link', { name: '查看进度' })).toBeTruthy()
    expect(screen.getByText('您已为该项提交过装备需求，请另选联系人')).toBeTruthy()
    fireEvent.change(screen.getByLabelText(/联系电话/), { target: { value: '13800138000' } })
    await press('提交')
    expect(calls.post).not.toHaveBeenCalled()
    fireEvent.change(screen.getByLabelText(/联系人/), { target: { value: '王五' } })
    await waitFor(() => expect(asked()).toEqual(['李四', '王五']))
    expect(screen.queryByText(/您已提交过装备需求/)).toBeNull()
    await press('提交')
    expect(await screen.findByText('需求已提交')).toBeTruthy()
  })

  test('replaces the form when the address contains the value', async () => {
    answers('李四')
    open(asking, '/demandPublish?contact=李四')
    expect(await screen.findByText('您已提交过装备需求')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
  })

  test('is read once for a value from the address', async () => {
    answers('王五')
    open(asking, '/demandPublish?contact=李四')
    await screen.findByLabelText(/联系人/)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(asked()).toEqual(['李四'])
  })
})

describe('form below a parent item', () => {
  const under: FormPage = {
    ...base,
    subject: {
      title: '任务',
      source: source('mission.info', 'GET', '/newapi/mission/info/{id}', { id: '{query.missionId}' }),
      open: { page: 'mission', path: '/mission', params: { id: '{query.missionId}' } },
      heading: 'title',
      facts: [],
      submits: 'report',
    },
  }
  const REASON = '这份任务现在是“已中止”，不再接收新的进展'

  test('is replaced by the reason when the item accepts no more submissions', async () => {
    calls.get.mockResolvedValue({ id: '7', title: '抽排', submissionRefusals: { report: REASON } })
    open(under, '/demandPublish?missionId=7')
    await screen.findByText(`目前不能提交：${REASON}`)
    await screen.findByRole('link', { name: '抽排' })
    expect(screen.queryByLabelText(/联系人/)).toBeNull()
  })

  test.each([
    ['takes more', { id: '7', title: '抽排' }],
    ['refuses another type', { id: '8', title: '抽排', submissionRefusals: { rating: REASON } }],
  ])('is rendered when the item %s', async (_, item) => {
    calls.get.mockResolvedValue(item)
    open(under, `/demandPublish?missionId=${item.id}`)
    await screen.findByLabelText(/联系人/)
    expect(screen.queryByText(/目前不能提交/)).toBeNull()
  })
})

test('a form whose submission existing data would refuse shows the reason instead of the fields', async () => {
  const known = '您的证件信息已经完善：身份证号 110************02X'
  const check = source('account.profile', 'GET', '/newapi/api/userInfo', {})
  calls.get.mockResolvedValue({ id: 'u', submissionRefusals: { [base.submit.operation]: known } })
  open({ ...base, check }, '/demandPublish')
  await screen.findByText(known)
  expect(screen.queryByLabelText(/联系人/)).toBeNull()
})

test('an edit form whose update the state of the item forbids shows the reason instead of the fields', async () => {
  const reason = '这条装备需求的状态是“待审核”，不能修改'
  calls.get.mockResolvedValue({ id: '7', revision: 3, submissionRefusals: { 'demand.update': reason } })
  open(editing, '/demandPublish?id=7')
  await screen.findByText(reason)
  expect(screen.queryByLabelText(/联系人/)).toBeNull()
})

describe('edit form of an item', () => {
  const item = { id: '7', revision: 3, contact: '李四', mobile: '13900139000', status: 'pending' }

  describe('receipt', () => {
    const page: FormPage = {
      ...editing,
      receipt: {
        title: '修改已保存',
        next: '内容已保存。',
        saved: {
          pending: { title: '修改已提交审核', next: '等待运营人员。' },
          online: { title: '修改稿已提交审核', next: '公开的仍是原来的。', waiting: true },
        },
        submitted: { withdrawn: { title: '已重新提交审核', next: '等待运营人员。' } },
      },
      again: { refused: '重新提交' },
    }
    const mine = { ...item, relations: ['owner'] }

    test.each([
      [
        'handed in again',
        { ...mine, status: 'refused' },
        '重新提交',
        { status: 'pending' },
        '修改已提交审核',
      ],
      [
        'withdrawn and handed in',
        { ...mine, status: 'withdrawn' },
        '提交',
        { status: 'pending' },
        '已重新提交审核',
      ],
      [
        'withdrawn and only saved',
        { ...mine, status: 'withdrawn' },
        '提交',
        { status: 'withdrawn' },
        '修改已保存',
      ],
      ['waiting beside it', mine, '提交', { status: 'online', changeStatus: 'pending' }, '修改稿已提交审核'],
      ['public already', mine, '提交', { status: 'online' }, '修改已保存'],
      ['somebody else’s', { ...item, status: 'refused' }, '提交', { status: 'pending' }, '修改已保存'],
    ])(
      'has the title for the state before and after the submission: %s',
      async (_name, loaded, button, answer, title) => {
        calls.get.mockResolvedValue(loaded)
        calls.post.mockResolvedValue({ id: '7', ...answer })
        open(page, '/demandEdit?id=7')
        await fill('王五')
        await press(button)
        expect((await screen.findByRole('heading', { name: title })).tagName).toBe('H2')
      },
    )
  })

  describe('receipt of the console', () => {
    const page: FormPage = {
      ...editing,
      surface: 'console',
      receipt: {
        title: '修改已保存',
        next: '须经审核。',
        saved: { online: { title: '修改稿已提交，等待初审', next: '公开的仍是原来的。', waiting: true } },
        edited: {
          pending: { title: '修改已保存，正在等待复审', next: '可在审阅页继续办理。' },
        },
      },
    }
    const theirs = { ...item, relations: [] }

    test.each([
      ['waiting for a review', { status: 'pending' }, '修改已保存，正在等待复审'],
      [
        'public with an edit beside it',
        { status: 'online', changeStatus: 'pending' },
        '修改稿已提交，等待初审',
      ],
      ['of a state without words', { status: 'offline' }, '修改已保存'],
    ])('says what was done with an item of another owner that is %s', async (_name, answer, title) => {
      calls.get.mockResolvedValue(theirs)
      calls.post.mockResolvedValue({ id: '7', receiptNo: '20260105000001', ...answer })
      open(page, '/demandEdit?id=7')
      await fill('王五')
      await press('保存')
      await screen.findByRole('heading', { name: title })
      expect(screen.queryByText('20260105000001')).toBeNull()
      expect(screen.queryByRole('button', { name: '打印' })).toBeNull()
      await userEvent.click(screen.getByRole('link', { name: '继续编辑' }))
      expect(await screen.findByLabelText(/联系人/)).toBeTruthy()
    })
  })

  test('is filled in with the item and sends id and revision', async () => {
    calls.get.mockResolvedValue(item)
    open(editing, '/demandEdit?id=7')
    await fill('王五')
    await press('提交')
    expect(calls.get).toHaveBeenCalledWith('/newapi/demand/info/7', {})
    expect(posted('/newapi/demand/update')[0]?.[1]).toEqual({
      contact: '王五',
      mobile: '13800138000',
      id: '7',
      revision: 3,
    })
  })

  describe('a newer version that somebody else saved', () => {
    const refuseStale = (newer: object) => {
      const { code, message } = ERRORS.STALE_REVISION
      calls.post.mockRejectedValueOnce(new ApiError({ code, status: 409, message, data: newer }))
    }
    /** Types over the contact, and hands in. */
    async function handIn(loaded: object, contact = '王五') {
      calls.get.mockImplementation((path: string) =>
        Promise.resolve(path.includes('/version/list') ? { list: versions, totalCount: 2 } : loaded),
      )
      open(editing, '/demandEdit?id=7')
      await userEvent.clear(await screen.findByLabelText(/联系人/))
      await userEvent.type(screen.getByLabelText(/联系人/), contact)
      await press('提交')
      return within(await screen.findByRole('region', { name: '合并修改' }))
    }
    const at = '2026-01-05T00:00:00.000Z'
    const versions = [
      { number: 2, revision: 4, by: '赵工', at, fields: ['联系电话', '联系人'] },
      { number: 1, revision: 3, by: '钱工', at, fields: null },
    ]
    const sent = () => posted('/newapi/demand/update')[1]?.[1]

    test('keeps the fields that only the other changed, and is saved once with its revision', async () => {
      refuseStale({ ...item, revision: 4, mobile: '13700137000' })
      const panel = await handIn({ ...item, versioned: true })
      expect(panel.getByText(/您没有改动的 1 项采用对方保存的内容：联系电话/)).toBeTruthy()
      expect(panel.queryByRole('radio')).toBeNull()
      await press('合并并提交')
      expect(await screen.findByText('需求已提交')).toBeTruthy()
      expect(sent()).toEqual({ id: '7', revision: 4, contact: '王五', mobile: '13700137000' })
      expect(posted('/newapi/demand/update')).toHaveLength(2)
    })

    test('is chosen field by field, with the name of who saved it, before anything is sent', async () => {
      refuseStale({ ...item, revision: 4, contact: '赵六', mobile: '13700137000' })
      const panel = await handIn({ ...item, versioned: true })
      expect(await panel.findByText('您填写期间，赵工保存过该内容。', { exact: false })).toBeTruthy()
      const field = within(panel.getByRole('group', { name: '联系人' }))
      expect(field.getByText(/赵工（.*）保存的/)).toBeTruthy()
      await press('合并并提交')
      expect(panel.getByRole('alert').textContent).toBe('请选择以下项目采用哪一份：联系人')
      expect(posted('/newapi/demand/update')).toHaveLength(1)
      await userEvent.click(field.getByRole('radio', { name: /您填写的.*王五/ }))
      await press('合并并提交')
      expect(await screen.findByText('需求已提交')).toBeTruthy()
      expect(sent()).toEqual({ id: '7', revision: 4, contact: '王五', mobile: '13700137000' })
    })

    test('is taken for a field where the editor chooses so, and nobody is named without versions', async () => {
      refuseStale({ ...item, revision: 4, contact: '赵六' })
      const panel = await handIn(item)
      await userEvent.click(panel.getByRole('radio', { name: /他人保存的.*赵六/ }))
      await press('合并并提交')
      expect(await screen.findByText('需求已提交')).toBeTruthy()
      expect(sent()).toEqual({ id: '7', revision: 4, contact: '赵六', mobile: item.mobile })
      expect(calls.get.mock.calls.some(([path]) => String(path).includes('version'))).toBe(false)
    })

    test('may be followed by another one: what was merged stays', async () => {
      refuseStale({ ...item, revision: 4, mobile: '13700137000' })
      refuseStale({ ...item, revision: 5, mobile: '13600136000' })
      await handIn(item)
      await press('合并并提交')
      await waitFor(() => expect(posted('/newapi/demand/update')).toHaveLength(2))
      await waitFor(() => expect(screen.getByText('13600136000')).toBeTruthy())
      await press('合并并提交')
      expect(await screen.findByText('需求已提交')).toBeTruthy()
      expect(posted('/newapi/demand/update')[2]?.[1]).toMatchObject({
        contact: '王五',
        mobile: '13600136000',
      })
    })

    test('is compared with what is typed on below', async () => {
      refuseStale({ ...item, revision: 4, contact: '赵六' })
      const panel = await handIn(item)
      expect(panel.getAllByRole('radio')).toHaveLength(2)
      await userEvent.clear(screen.getByRole('textbox', { name: /联系人/ }))
      await userEvent.type(screen.getByRole('textbox', { name: /联系人/ }), '赵六')
      await waitFor(() => expect(panel.queryByRole('radio')).toBeNull())
    })
  })
})

describe('draft of an edit', () => {
  const item = { id: '7', revision: 5, contact: '李四', mobile: '13900139000', status: 'pending' }
  const page = { ...editing, draft: true }
  /** As the browser keeps it where no account does; begun when the item had revision 3. */
  const keep = (data: object) =>
    localStorage.setItem(
      'equipnet-draft:demand:7',
      JSON.stringify({
        version: 1,
        data,
        outline: {},
        base: 3,
        updatedAt: '2026-01-05T00:00:00.000Z',
        owner: null,
      }),
    )
  const kept = () => JSON.parse(localStorage.getItem('equipnet-draft:demand:7') ?? 'null')
  const contact = () => screen.getByRole<HTMLInputElement>('textbox', { name: /联系人/ })
  const answer = (versions: object | null, loaded: object = item) =>
    calls.get.mockImplementation((path: string) =>
      Promise.resolve(
        path.includes('/version/list')
          ? versions && {
              list: [
                { number: 2, revision: 5, by: '赵工', at: '2026-01-05T00:00:00.000Z', fields: ['联系电话'] },
                { number: 1, revision: 3 },
              ],
            }
          : path.includes('/version/info')
            ? { item: versions }
            : loaded,
      ),
    )
  const resume = async () => {
    open(page, '/demandEdit?id=7')
    await userEvent.click(await screen.findByRole('button', { name: '继续填写' }))
  }

  test('is kept with the revision of the item, and its time stands beside the button', async () => {
    answer(null)
    open(page, '/demandEdit?id=7')
    await screen.findByLabelText(/联系人/)
    await userEvent.clear(contact())
    await userEvent.type(contact(), '王五')
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(kept()).toMatchObject({ base: 5, data: { contact: '王五', mobile: item.mobile } })
    expect(screen.getByText('上次保存').querySelector('time')?.textContent).toMatch(/^\d\d:\d\d$/)
  })

  test('is taken up as it is while the item has the same revision, and removed after saving', async () => {
    keep({ contact: '王五', mobile: item.mobile })
    answer(null, { ...item, revision: 3 })
    await resume()
    expect(screen.queryByRole('region', { name: '合并修改' })).toBeNull()
    await press('提交')
    expect(await screen.findByText('需求已提交')).toBeTruthy()
    expect(posted('/newapi/demand/update').map(([, body]) => body)).toEqual([
      { id: '7', revision: 3, contact: '王五', mobile: item.mobile },
    ])
    expect(kept()).toBeNull()
  })

  test('that is older than the item is merged with it by the version that it began with', async () => {
    keep({ contact: '王五', mobile: '13700137000' })
    answer({ contact: '张三', mobile: '13700137000' }, { ...item, contact: '张三', versioned: true })
    open(page, '/demandEdit?id=7')
    expect(await screen.findByText(/保存之后内容有更新的版本/)).toBeTruthy()
    await press('继续填写')
    const panel = within(await screen.findByRole('region', { name: '合并修改' }))
    expect(panel.queryByRole('radio')).toBeNull()
    expect(panel.getByText(/您没有改动的 1 项采用对方保存的内容：联系电话/)).toBeTruthy()
    await press('合并并继续填写')
    expect(contact().value).toBe('王五')
    expect(posted('/newapi/demand/update')).toEqual([])
    await press('提交')
    expect(await screen.findByText('需求已提交')).toBeTruthy()
    expect(posted('/newapi/demand/update').map(([, body]) => body)).toEqual([
      { id: '7', revision: 5, contact: '王五', mobile: item.mobile },
    ])
  })

  test('without readable versions asks about each difference, and overwrites nothing before that', async () => {
    keep({ contact: '王五', mobile: '13700137000' })
    answer(null)
    await resume()
    const panel = within(await screen.findByRole('region', { name: '合并修改' }))
    await press('提交')
    await waitFor(() => expect(posted('/newapi/demand/update')).toHaveLength(1))
    expect(posted('/newapi/demand/update')[0]?.[1]).toMatchObject({ revision: 3 })
    expect(panel.getAllByRole('group').map((group) => group.dataset.field)).toEqual(['contact', 'mobile'])
  })
})

describe('draft on a form page', () => {
  const draft = { version: 1, data: { contact: '张三', gone: 1 }, updatedAt: '2026-01-05T00:00:00.000Z' }

  test('is offered when the page opens, with a notice about removed fields', async () => {
    localStorage.setItem('equipnet-draft:demand:new', JSON.stringify({ ...draft, owner: null }))
    open({ ...base, draft: true })
    await screen.findByText(/您有一份未提交的草稿/)
    await press('继续填写')
    expect((screen.getByLabelText(/联系人/) as HTMLInputElement).value).toBe('张三')
    expect(screen.getByText(/有 1 项内容已不再需要/)).toBeTruthy()
  })

  test('is deleted when the user starts again', async () => {
    localStorage.setItem('equipnet-draft:demand:new', JSON.stringify({ ...draft, owner: null }))
    open({ ...base, draft: true })
    await screen.findByText(/您有一份未提交的草稿/)
    await press('重新开始')
    expect((screen.getByLabelText(/联系人/) as HTMLInputElement).value).toBe('')
    expect(localStorage.getItem('equipnet-draft:demand:new')).toBeNull()
  })

  describe('changed in another window', () => {
    const keep = (contact: string) => {
      const kept = { ...draft, data: { contact }, updatedAt: new Date().toISOString(), owner: null }
      localStorage.setItem('equipnet-draft:demand:new', JSON.stringify(kept))
    }
    const standing = () => JSON.parse(localStorage.getItem('equipnet-draft:demand:new') ?? 'null').data
    const write = (contact: string) =>
      fireEvent.change(screen.getByLabelText(/联系人/), { target: { value: contact } })

    async function meet() {
      open({ ...base, draft: true })
      await screen.findByLabelText(/联系人/)
      keep('李四')
      write('王五')
      act(() => void window.dispatchEvent(new Event('pagehide')))
      const choice = (await screen.findByText('草稿已在另一个窗口修改')).closest('section') as HTMLElement
      expect(
        within(choice)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ).toEqual(['王五', '李四'])
      expect(screen.queryByText('草稿已保存')).toBeNull()
      expect(standing()).toEqual({ contact: '李四' })
    }

    test('shows both versions, and stores the version of this window on request', async () => {
      await meet()
      await press('保留当前窗口填写的')
      await waitFor(() => expect(standing()).toEqual({ contact: '王五' }))
      expect(screen.queryByText('草稿已在另一个窗口修改')).toBeNull()
      expect(await screen.findByText('草稿已保存')).toBeTruthy()
    })

    test('is replaced by the version of the other window on request', async () => {
      await meet()
      await press('改用另一个窗口保存的')
      expect(screen.getByLabelText(/联系人/)).toHaveProperty('value', '李四')
      expect(screen.queryByText('草稿已在另一个窗口修改')).toBeNull()
    })

    test('has a button that focuses the choice between both versions', async () => {
      await meet()
      await press('选择保留哪一份')
      expect(document.activeElement?.textContent).toBe('草稿已在另一个窗口修改')
    })
  })
})

describe('leaving a form page', () => {
  const isAsked = () => screen.queryByText('内容尚未保存') !== null

  test('asks for confirmation once when input is unsaved', async () => {
    open(base)
    await fill()
    act(() => appHistory.push('/home-page'))
    expect(isAsked()).toBe(true)
    await press('继续填写')
    expect(isAsked()).toBe(false)
    expect(appHistory.position().location.pathname).toBe('/demandPublish')
    act(() => appHistory.push('/home-page'))
    await press('不保存，离开')
    expect(appHistory.position().location.pathname).toBe('/home-page')
    expect(isAsked()).toBe(false)
  })

  test('needs no confirmation when untouched, for the sign-in page, or after the submission', async () => {
    open(base)
    await screen.findByLabelText(/联系人/)
    act(() => appHistory.push('/home-page'))
    expect(isAsked()).toBe(false)
    act(() => appHistory.replace('/demandPublish'))
    await fill()
    act(() => appHistory.push('/login?expired=1'))
    expect(isAsked()).toBe(false)
    act(() => appHistory.replace('/demandPublish'))
    await press('提交')
    await screen.findByText('需求已提交')
    act(() => appHistory.push('/home-page'))
    expect(isAsked()).toBe(false)
  })

  test('by closing the window asks for confirmation only when input is unsaved', async () => {
    open(base)
    await screen.findByLabelText(/联系人/)
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true })
      fireEvent(window, event)
      return event.defaultPrevented
    }
    expect(close()).toBe(false)
    await fill()
    expect(close()).toBe(true)
  })
})

describe('sign-in page', () => {
  const page: FormPage = {
    ...base,
    path: '/login',
    title: '登录',
    shell: 'bare',
    // biome-ignore lint/suspicious/noThenProperty: the language's word
    then: 'sign-in',
    form: { ...form, id: 'signIn' },
  }
  const answer = {
    user: { id: 'u1', userName: 'demo', name: '演示', role: 'ordinary', black: false },
  }

  test('stores the session and redirects to the page that required the sign-in', async () => {
    calls.post.mockImplementation(async () => {
      putSessionId('t')
      return answer
    })
    open(page, '/login?expired=1&from=%2FneedDetail%3Fid%3D1')
    expect(screen.getByText('您未登录，或者登录已经超时，请先登录！')).toBeTruthy()
    await fill()
    await press('登录')
    await waitFor(() => expect(currentSession().id).toBe('t'))
    expect(location.hash).toBe('#/needDetail?id=1')
  })

  test.each([
    ['/needDetail?id=1', '/needDetail?id=1'],
    ['//evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\\evil', '/'],
    ['/login?from=/login', '/'],
    ['', '/'],
  ])('resolves the return address “%s” to %s', (from, to) => {
    expect(safeReturn(from)).toBe(to)
  })
})

test('the preview of a form opens the page that the answers will make, for desktop and phone, with the answers', async () => {
  open({ ...base, preview: { address: '/noteDetail?id=', anonymous: 'hidden' } })
  await fill('张三丰')
  await press('预览')
  const dialog = within(await screen.findByRole('dialog'))
  const frame = await dialog.findByTitle('预览（电脑）')
  expect(frame.getAttribute('src')).toMatch(/#\/noteDetail\?id=&preview=form$/)
  await press('手机')
  expect(dialog.getByTitle('预览（手机）')).toBeTruthy()
  expect(Object.values(readFormPreview() ?? {})).toContain('张三丰')
})
