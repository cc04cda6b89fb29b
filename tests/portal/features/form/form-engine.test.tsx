// Tests the form engine: errors, form steps, conditions, submission, large forms, rules between fields.

import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { bodySchema } from '#config/compile/forms/compile-form.ts'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { FormEngine } from '#portal/features/form/engine/form-engine.tsx'
import { loaded } from '../../../support/loaded-form.ts'
import { field, manyFields, sampleForm } from './sample-form.ts'

const post = vi.hoisted(() => vi.fn((_path: string, _body: unknown): Promise<unknown> => Promise.resolve({})))
vi.mock('#portal/core/api/client.ts', () => ({ post }))

vi.mock('#portal/core/configuration/dictionaries.ts', () => {
  const items = [
    { value: '1', label: '采购需求' },
    { value: '2', label: '技术攻关' },
  ]
  return {
    useDictionary: () => items,
    dictionaryLabel: (_: string, value: string) => items.find((item) => item.value === value)?.label ?? value,
  }
})

/** What the list draws is its own test's; here it only comes late. */
vi.mock('#portal/widgets/inputs/parts/picker/choice-picker.tsx', () => ({
  ChoicePicker: ({ props }: { props: { id: string } }) => <input id={props.id} />,
}))

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (label: string, text: string) => {
  const input = screen.getByLabelText(new RegExp(label))
  await userEvent.clear(input)
  if (text) await userEvent.type(input, text)
}

async function fillFirstStep(kind = '2') {
  await type('需求标题', '采购排水抢险车两辆')
  await userEvent.selectOptions(screen.getByLabelText(/需求类型/), kind)
}

async function fillSecondStep() {
  await type('联系人', '张三')
  await type('联系电话', '13800138000')
}

describe('errors of a form', () => {
  test('appear only after the field is left, and are linked to its input', async () => {
    render(<FormEngine form={loaded(sampleForm)} onSubmit={() => Promise.resolve()} />)
    await type('需求标题', '短')
    expect(screen.queryByText('需求标题至少 5 个字')).toBeNull()
    await userEvent.tab()
    expect(await screen.findByText('需求标题至少 5 个字')).toBeTruthy()
    const input = screen.getByLabelText(/需求标题/)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      '写明装备与数量',
      '需求标题至少 5 个字',
    ])
  })

  test('disappear as soon as the value is valid', async () => {
    render(<FormEngine form={loaded(sampleForm)} onSubmit={() => Promise.resolve()} />)
    await press('下一步')
    await type('需求标题', '采购排水抢险车')
    expect(screen.queryByText(/请填写需求标题/)).toBeNull()
    expect(screen.getByLabelText(/需求标题/).getAttribute('aria-invalid')).toBeNull()
  })

  test('are repeated in a summary that takes the focus and links to the fields', async () => {
    render(<FormEngine form={loaded(sampleForm)} onSubmit={() => Promise.resolve()} />)
    await press('下一步')
    const summary = screen.getByRole('alert')
    expect(document.activeElement).toBe(summary)
    const words = within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent)
    expect(words).toEqual(['请填写需求标题', '请选择需求类型'])
    for (const text of words) expect(screen.getAllByText(text as string)).toHaveLength(2)
    await userEvent.click(within(summary).getByText('请选择需求类型'))
    expect(document.activeElement).toBe(screen.getByLabelText(/需求类型/))
    expect(location.hash).toBe('')
  })

  test('are listed in the order of the form step, not of the schema', async () => {
    const [first, ...rest] = sampleForm.steps
    const steps = [{ title: '需求概况', fields: ['kind', 'title', 'quantity'] }, ...rest]
    expect(first?.fields.slice(0, 2)).toEqual(['title', 'kind'])
    render(<FormEngine form={loaded({ ...sampleForm, steps })} onSubmit={() => Promise.resolve()} />)
    await press('下一步')
    const said = within(screen.getByRole('alert')).getAllByRole('link')
    expect(said.map((link) => link.textContent)).toEqual(['请选择需求类型', '请填写需求标题'])
  })

  test('link to a searchable list that is still loading', async () => {
    const provinces = Array.from({ length: 20 }, (_, index) => `第${index}省`)
    const province = field('province', '省份', { type: 'string', enum: provinces }, { required: true })
    const form = {
      ...sampleForm,
      fields: [province],
      schema: { type: 'object', properties: { province: province.schema }, required: ['province'] },
      steps: [{ title: '地点', fields: ['province'] }],
      conditions: {},
      inputs: { province: { widget: 'select' } },
    }
    const { container } = render(<FormEngine form={loaded(form)} onSubmit={() => Promise.resolve()} />)
    act(() => screen.getByRole('button', { name: '提交' }).click())
    act(() => screen.getByRole('link', { name: '请选择省份' }).click())
    expect(container.querySelector('[id="demand-province"]'), 'it is loading').toBeNull()
    await waitFor(() => expect(document.activeElement?.id).toBe('demand-province'))
  })

  test('link to the text of an editor that is still loading, not to its tools', async () => {
    const intro = field('intro', '简介', { type: 'string' }, { type: 'rich-text', required: true })
    const form = {
      ...sampleForm,
      fields: [intro],
      schema: { type: 'object', properties: { intro: intro.schema }, required: ['intro'] },
      steps: [{ title: '简介', fields: ['intro'] }],
      conditions: {},
      inputs: { intro: { widget: 'rich-text' } },
    }
    const { container } = render(<FormEngine form={loaded(form)} onSubmit={() => Promise.resolve()} />)
    act(() => screen.getByRole('button', { name: '提交' }).click())
    act(() => screen.getByRole('link', { name: '请填写简介' }).click())
    expect(container.querySelector('[contenteditable]'), 'it is loading').toBeNull()
    await waitFor(() => expect(document.activeElement?.closest('[id="demand-intro"]')).not.toBeNull())
  })
})

describe('form steps', () => {
  test('validate their own fields, end in a review and return to it after a correction', async () => {
    const onSubmit = vi.fn(() => Promise.resolve())
    const onStep = vi.fn()
    render(<FormEngine form={loaded(sampleForm)} onSubmit={onSubmit} onStep={onStep} />)
    await fillFirstStep()
    await press('下一步')
    expect(screen.getByRole('heading', { name: '联系方式' })).toBe(document.activeElement)
    expect(screen.queryByRole('alert')).toBeNull()
    await fillSecondStep()
    await press('下一步')
    expect(screen.getByRole('heading', { name: '核对信息' })).toBeTruthy()
    expect(screen.getByText('技术攻关')).toBeTruthy()
    expect(screen.queryByText('数量')).toBeNull()
    await press('修改需求概况')
    await type('需求标题', '采购大流量排水车三辆')
    await press('保存并返回核对')
    expect(screen.getByRole('heading', { name: '核对信息' })).toBeTruthy()
    expect(screen.getByText('采购大流量排水车三辆')).toBeTruthy()
    await press('提交')
    expect(onSubmit).toHaveBeenCalledWith({
      title: '采购大流量排水车三辆',
      kind: '2',
      contact: '张三',
      mobile: '13800138000',
    })
    expect(onStep).toHaveBeenCalledTimes(3)
  })

  test('end in a review that marks differences from the previous content', async () => {
    const before = { title: '采购排水抢险车两辆', kind: '2', contact: '张三', mobile: '13800138000' }
    render(
      <FormEngine
        form={loaded(sampleForm)}
        initial={before}
        before={before}
        onSubmit={() => Promise.resolve()}
      />,
    )
    await press('下一步')
    await press('下一步')
    expect(screen.getByText('与原内容相比没有改动')).toBeTruthy()
    await press('修改联系方式')
    await type('联系人', '李四')
    await press('保存并返回核对')
    expect(screen.getByText('与原内容相比，改动了 1 项')).toBeTruthy()
    const fact = screen.getByText('李四').closest('div')
    expect(fact?.textContent).toBe('联系人有改动李四原为：张三')
  })

  test('return to the review after each refused form step is corrected', async () => {
    const refusals = [
      { path: '/title', message: '标题已存在' },
      { path: '/contact', message: '联系人不符' },
    ]
    const onSubmit = vi.fn((body: Record<string, unknown>) =>
      body.contact === '张三'
        ? Promise.reject(Object.assign(new Error('提交的内容有误'), { errors: refusals }))
        : Promise.resolve(),
    )
    render(<FormEngine form={loaded(sampleForm)} onSubmit={onSubmit} />)
    await fillFirstStep()
    await press('下一步')
    await fillSecondStep()
    await press('下一步')
    await press('提交')
    await screen.findByRole('heading', { name: '需求概况' })
    // Typing before the summary has the focus would lose its keys to it.
    await waitFor(() => expect(screen.getByRole('alert')).toBe(document.activeElement))
    await type('需求标题', '采购大流量排水车五辆')
    await press('保存并返回核对')
    expect(screen.getByRole('heading', { name: '联系方式' }), 'the other refused step').toBeTruthy()
    await type('联系人', '李四')
    await press('保存并返回核对')
    expect(screen.getByRole('heading', { name: '核对信息' })).toBeTruthy()
    await press('提交')
    expect(onSubmit).toHaveBeenLastCalledWith(expect.objectContaining({ contact: '李四' }))
  })

  test('have no review when there is only one, and Enter submits it', async () => {
    const onSubmit = vi.fn(() => Promise.resolve())
    const form = { ...sampleForm, steps: [{ title: '联系方式', fields: ['contact', 'mobile'] }] }
    render(<FormEngine form={loaded(form)} onSubmit={onSubmit} />)
    await type('联系人', '  张三 ')
    await type('联系电话', '+86 138-0013-8000{Enter}')
    expect(onSubmit).toHaveBeenCalledWith({ contact: '张三', mobile: '13800138000' })
  })
})

describe('conditions of form fields', () => {
  test('apply at once, and hidden fields are neither required nor sent and keep their value', async () => {
    const store = new FormStore(loaded(sampleForm))
    render(<FormEngine form={store.form} store={store} onSubmit={() => Promise.resolve()} />)
    expect(screen.queryByLabelText(/数量/)).toBeNull()
    await fillFirstStep('1')
    await type('数量', '2')
    expect(store.body()).toMatchObject({ quantity: 2 })
    await userEvent.selectOptions(screen.getByLabelText(/需求类型/), '2')
    expect(screen.queryByLabelText(/数量/)).toBeNull()
    expect(store.body()).not.toHaveProperty('quantity')
    await userEvent.selectOptions(screen.getByLabelText(/需求类型/), '1')
    expect((screen.getByLabelText(/数量/) as HTMLInputElement).value).toBe('2')
  })
})

describe('submission of a form', () => {
  const initial = { title: '采购排水抢险车', kind: '2', contact: '张三', mobile: '13800138000' }

  test('shows a field error of the server at its field and opens the form step of that field', async () => {
    const onSubmit = () =>
      Promise.reject(
        Object.assign(new Error('提交的内容有误'), { errors: [{ path: '/title', message: '标题已存在' }] }),
      )
    render(<FormEngine form={loaded(sampleForm)} initial={initial} onSubmit={onSubmit} />)
    await press('下一步')
    await press('下一步')
    await press('提交')
    expect(screen.getByRole('heading', { name: '需求概况' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    expect(screen.getAllByText('标题已存在')).toHaveLength(2)
    expect((screen.getByLabelText(/需求标题/) as HTMLInputElement).value).toBe(initial.title)
  })

  test('shows an error without a field above the submit button', async () => {
    const onSubmit = () => Promise.reject(new Error('服务正忙，请稍后重试'))
    render(<FormEngine form={loaded(sampleForm)} initial={initial} onSubmit={onSubmit} review={false} />)
    await press('下一步')
    await press('提交')
    expect(screen.getByRole('alert').textContent).toBe('服务正忙，请稍后重试')
  })

  test('sends one call when the button is pressed twice', async () => {
    let finish: () => void = () => undefined
    const onSubmit = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    render(<FormEngine form={loaded(sampleForm)} initial={initial} onSubmit={onSubmit} review={false} />)
    await press('下一步')
    const button = screen.getByRole('button', { name: '提交' })
    act(() => {
      button.click()
      button.click()
    })
    expect(onSubmit).toHaveBeenCalledTimes(1)
    await act(async () => finish())
  })
})

describe('rendering of a large form', () => {
  test('updates one field for a typed key, whatever the number of fields', async () => {
    const draws: Record<number, number> = {}
    for (const count of [20, 200]) {
      const store = new FormStore(loaded(manyFields(count)))
      let commits = 0
      const { unmount } = render(
        <Profiler
          id="form"
          onRender={() => {
            commits += 1
          }}
        >
          <FormEngine form={store.form} store={store} onSubmit={() => Promise.resolve()} />
        </Profiler>,
      )
      const before = commits
      const input = screen.getByLabelText(/字段0/) as HTMLInputElement
      await userEvent.type(input, 'abc')
      draws[count] = commits - before
      expect(store.leaf('field0').value).toBe('abc')
      unmount()
    }
    expect(draws[200]).toBe(draws[20])
  })

  test('shows 200 errors after one press of the submit button', async () => {
    render(<FormEngine form={loaded(manyFields(200))} onSubmit={() => Promise.resolve()} />)
    await press('提交')
    await waitFor(() => expect(document.querySelectorAll('.eq-field-error')).toHaveLength(200))
  })

  test('divides a form step into forms of 20 fields; Enter and the button submit all of them', async () => {
    const onSubmit = vi.fn(() => Promise.resolve())
    const store = new FormStore(loaded(manyFields(45)))
    for (const name of store.form.fields.map((entry) => entry.name)) store.set(name, '已填')
    render(<FormEngine form={store.form} store={store} onSubmit={onSubmit} />)
    const forms = [...document.querySelectorAll('form')]
    expect(forms.map((form) => form.querySelectorAll('input').length)).toEqual([20, 20, 5, 0])
    expect(document.querySelector('form form')).toBeNull()
    await userEvent.type(screen.getByLabelText(/字段44/), '完{Enter}')
    expect(onSubmit).toHaveBeenLastCalledWith(expect.objectContaining({ field0: '已填', field44: '已填完' }))
    await press('提交')
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })
})

describe('uniqueness and rules between fields', () => {
  const text = (name: string, title: string, more: object = {}) =>
    field(name, title, { type: 'string', minLength: 2, ...more }, { required: true })
  const own = [text('userName', '用户名'), text('password', '密码'), text('again', '确认密码')]
  const form = {
    ...sampleForm,
    fields: own,
    conditions: {},
    steps: [{ title: '账号', fields: own.map(({ name }) => name) }],
    inputs: {
      userName: { widget: 'text', unique: { method: 'POST' as const, path: '/taken' } },
      password: { widget: 'text' },
      again: { widget: 'text' },
    },
    schema: bodySchema(own, [
      { field: 'again', kind: 'same', other: 'password', message: '两次输入的密码不一致' },
    ]),
  }
  beforeEach(() => {
    post.mockReset()
  })

  test('an occupied user name shows an error when typing pauses, and blocks the submission', async () => {
    post.mockImplementation((_path, body) =>
      Promise.resolve({ taken: (body as { userName: string }).userName === 'zhang' }),
    )
    const onSubmit = vi.fn(() => Promise.resolve())
    render(<FormEngine form={loaded(form)} onSubmit={onSubmit} />)
    await type('用户名', ' zhang ')
    expect(await screen.findByText('该用户名已被注册，请更换')).toBeTruthy()
    expect(post.mock.calls.map(([path, body]) => [path, body])).toEqual([['/taken', { userName: 'zhang' }]])
    await type('^密码', 'secret')
    await type('确认密码', 'secret')
    await press('提交')
    expect(onSubmit).not.toHaveBeenCalled()
    await type('用户名', 'zhangsan')
    await waitFor(() => expect(post).toHaveBeenCalledTimes(2))
    await press('提交')
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  test('an invalid user name is not checked for uniqueness, and a failed check shows no error', async () => {
    post.mockRejectedValue(new Error('down'))
    render(<FormEngine form={loaded(form)} onSubmit={() => Promise.resolve()} />)
    await type('用户名', 'z')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(post).not.toHaveBeenCalled()
    await type('用户名', 'zhang')
    await waitFor(() => expect(post).toHaveBeenCalledOnce())
    expect(screen.queryByText(/已被注册/)).toBeNull()
  })

  test('a differing repeated password shows an error on the second field until it is corrected', async () => {
    render(<FormEngine form={loaded(form)} onSubmit={() => Promise.resolve()} />)
    await type('^密码', 'secret')
    await type('确认密码', 'secrets')
    await press('提交')
    const input = screen.getByLabelText(/确认密码/)
    expect(document.getElementById(`${input.id}-error`)?.textContent).toBe('两次输入的密码不一致')
    await type('确认密码', 'secret')
    expect(screen.queryByText('两次输入的密码不一致')).toBeNull()
  })
})

test('a form field that a server error requests appears, and stays while its condition holds', async () => {
  const secret = field('secret', '口令', { type: 'string' }, { required: true })
  const proof = field('proof', '图形验证码', { type: 'string', minLength: 1 }, { required: true })
  const key = field('uuid', '编号', { type: 'string' })
  const form = {
    ...sampleForm,
    fields: [secret, proof, key],
    steps: [{ title: '登录', fields: ['secret', 'proof'] }],
    conditions: { proof: { 'form.uuid': { empty: false } } },
    inputs: { secret: { widget: 'text' }, proof: { widget: 'captcha' }, uuid: { widget: 'text' } },
    schema: bodySchema([secret, proof, key], []),
  }
  const onSubmit = vi
    .fn()
    .mockRejectedValueOnce({ message: '请填写', errors: [{ path: '/proof', message: '请填写图形验证码' }] })
    .mockRejectedValueOnce({ message: '账号或密码不正确' })
    .mockResolvedValue({})
  render(<FormEngine form={loaded(form)} onSubmit={onSubmit} />)
  expect(screen.queryByLabelText(/图形验证码/)).toBeNull()
  await type('口令', 'x')
  await press('提交')
  expect(onSubmit).toHaveBeenLastCalledWith({ secret: 'x' })
  await type('图形验证码', 'ab3d')
  await press('提交')
  const first = onSubmit.mock.lastCall?.[0] as { uuid: string }
  expect(first).toEqual({ secret: 'x', proof: 'ab3d', uuid: expect.stringMatching(/^[\w-]{36}$/) })
  await waitFor(() => expect((screen.getByLabelText(/图形验证码/) as HTMLInputElement).value).toBe(''))
  await type('图形验证码', 'ef4g')
  await press('提交')
  const second = onSubmit.mock.lastCall?.[0] as { uuid: string; proof: string }
  expect(second.proof).toBe('ef4g')
  expect(second.uuid).not.toBe(first.uuid)
})
