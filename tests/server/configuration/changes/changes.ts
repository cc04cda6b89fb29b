// Provides the changes of a configuration that the gate refuses, each with what it says, and those that pass.
import { type Changes, FILES, field, required, type Written, withoutField } from './gate-app.ts'

const merge = (more: object) => (written: Written) => ({ ...written, ...more })
const codes = (keep: (value: string) => boolean) => (written: Written) => ({
  ...written,
  items: written.items.filter(({ value }: { value: string }) => keep(value)),
})

/** What is changed, and what it is refused with: rule, file, and how many of what. */
export const REFUSED: readonly (readonly [string, Changes, string, string, RegExp])[] = [
  [
    'a field is removed',
    { [FILES.device]: withoutField('note') },
    'records_field_removed',
    FILES.device,
    /“说明”（note）已删去，而已有 23 条内容、1 份草稿填写了该项.*"rename": "field", "in": "device", "from": "note".*"archive": "field"/,
  ],
  [
    'a field is renamed',
    { [FILES.device]: withoutField('code', 'number') },
    'records_field_removed',
    FILES.device,
    /“编号”（code）已删去，而已有 24 条内容/,
  ],
  [
    'a field becomes a number',
    { [FILES.device]: field('code', () => ({ type: 'number', title: '编号' })) },
    'records_field_retyped',
    FILES.device,
    /“编号”（code）类型由 string 改为 number.*24 条内容不符合/,
  ],
  [
    'a format is asked for',
    { [FILES.device]: field('note', (one) => ({ ...one, format: 'date', 'x-widget': undefined })) },
    'records_field_retyped',
    FILES.device,
    /（note）.*格式由 不限 改为 date.*23 条内容不符合/,
  ],
  [
    'a field takes the codes of another dictionary',
    { [FILES.device]: field('grade', (one) => ({ ...one, 'x-dict': 'tint' })) },
    'records_field_tightened',
    FILES.device,
    /（grade）.*24 条内容不符合/,
  ],
  [
    'a field becomes required',
    { [FILES.device]: required('note') },
    'records_field_required',
    FILES.device,
    /“说明”（note）改为必填，而已有 1 条内容没有填写.*"default": "field"/,
  ],
  [
    'a new field is required',
    {
      [FILES.device]: (one: Written) =>
        required('place')(field('place', () => ({ type: 'string', title: '存放处' }))(one)),
    },
    'records_field_required',
    FILES.device,
    /“存放处”（place）改为必填，而已有 24 条内容没有填写/,
  ],
  [
    'a text has to be shorter',
    { [FILES.device]: field('title', (one) => ({ ...one, maxLength: 4 })) },
    'records_field_tightened',
    FILES.device,
    /最大长度由 30 改为 4.*14 条内容不符合.*"keep": "limit"/,
  ],
  [
    'a number has to be smaller',
    { [FILES.device]: field('count', (one) => ({ ...one, maximum: 100 })) },
    'records_field_tightened',
    FILES.device,
    /最大值由 1000 改为 100.*13 条内容不符合/,
  ],
  [
    'a number has to be larger',
    { [FILES.device]: field('count', (one) => ({ ...one, minimum: 50 })) },
    'records_field_tightened',
    FILES.device,
    /最小值由 0 改为 50.*5 条内容不符合/,
  ],
  [
    'a pattern is asked for',
    { [FILES.device]: field('code', (one) => ({ ...one, pattern: '^C1' })) },
    'records_field_tightened',
    FILES.device,
    /格式要求.*12 条内容不符合/,
  ],
  [
    'a list has to be shorter',
    { [FILES.device]: field('tints', (one) => ({ ...one, maxItems: 1 })) },
    'records_field_tightened',
    FILES.device,
    /最多项数由 不限 改为 1.*16 条内容不符合/,
  ],
  [
    'a field inside a list is removed',
    {
      [FILES.device]: field('parts', (one) => ({
        ...one,
        items: { ...one.items, properties: { name: one.items.properties.name } },
      })),
    },
    'records_field_retyped',
    FILES.device,
    /去掉了“grade”.*24 条内容不符合/,
  ],
  [
    'a field is to be unique',
    { [FILES.device]: field('code', (one) => ({ ...one, 'x-unique': true })) },
    'records_field_unique',
    FILES.device,
    /不得重复，而已有 8 条内容该字段的值重复/,
  ],
  [
    'a code is removed',
    { [FILES.grade]: codes((code) => code !== 'b') },
    'records_code_removed',
    FILES.grade,
    /去掉了代码 b（乙），而已有 8 条内容、3 份草稿使用该代码.*"rename": "code", "in": "grade"/,
  ],
  [
    'a code is removed that stands inside a list too',
    { [FILES.grade]: codes((code) => code !== 'c') },
    'records_code_removed',
    FILES.grade,
    /去掉了代码 c（丙），而已有 16 条内容使用该代码/,
  ],
  [
    'a state is removed',
    {
      [FILES.lifecycle]: ({ states: { parked, ...states }, transitions, ...rest }: Written) => ({
        ...rest,
        states,
        transitions: [{ ...transitions[1], from: ['shown'] }],
      }),
      [FILES.device]: ({ endpoints: { park, ...endpoints }, ...rest }: Written) => ({ ...rest, endpoints }),
    },
    'records_state_removed',
    FILES.lifecycle,
    /去掉了状态 parked（收起），而已有 4 条内容处于该状态/,
  ],
  [
    'a state is no longer read by those who read it',
    {
      [FILES.lifecycle]: ({ states, transitions, ...rest }: Written) => ({
        ...rest,
        states: { ...states, parked: { title: '收起', final: true, readers: ['operator'] } },
        transitions: [transitions[0], { ...transitions[1], from: ['shown'] }],
      }),
    },
    'records_state_hidden',
    FILES.lifecycle,
    /状态 parked（收起）owner 不再可读，而已有 4 条内容处于该状态.*"keep": "state"/,
  ],
  [
    'a parameter of a category is removed',
    {
      [FILES.set]: ({ groups, ...rest }: Written) => ({
        ...rest,
        groups: [{ ...groups[0], fields: { lift: groups[0].fields.lift } }],
      }),
    },
    'records_field_removed',
    FILES.set,
    /类目“水泵”（gear\/G01）的参数“流量”（flow）已删去，而已有 24 条内容填写了该项/,
  ],
  [
    'a field of a form is removed that drafts hold',
    { [FILES.form]: withoutField('score') },
    'records_field_removed',
    FILES.form,
    /表单“回访”（survey）的字段“评分”（score）已删去，而已有 2 份草稿填写了该项/,
  ],
  [
    'a form is removed',
    { [FILES.form]: null },
    'records_form_removed',
    FILES.form,
    /表单“回访”（survey）已删去，而已有 2 份草稿属于其中/,
  ],
  [
    'a page has another address',
    { [FILES.list]: merge({ path: '/gear' }) },
    'records_path_gone',
    FILES.list,
    /的地址 \/devices 已删去，而已有 24 条内容使用该地址.*"rename": "path", "from": "\/devices", "to": "\/gear"/,
  ],
  [
    'a content type is removed',
    { [FILES.device]: null, [FILES.list]: null, [FILES.lifecycle]: null },
    'records_type_removed',
    FILES.device,
    /内容类型“器材”（device）已删去，而已有 24 条内容、1 份草稿属于其中.*"rename": "type".*"archive": "type"/,
  ],
]

export const PASSES: readonly (readonly [string, Changes])[] = [
  ['a field is added', { [FILES.device]: field('place', () => ({ type: 'string', title: '存放处' })) }],
  [
    'limits are widened',
    { [FILES.device]: field('title', () => ({ type: 'string', title: '名称', maxLength: 90 })) },
  ],
  [
    'a limit is tightened that all keep',
    { [FILES.device]: field('count', (one) => ({ ...one, maximum: 500 })) },
  ],
  ['a field that all have becomes required', { [FILES.device]: required('code') }],
  [
    'a code is added and one removed that nobody used',
    {
      'schemas/dictionaries/mood.json': ({ items, ...rest }: Written) => ({
        ...rest,
        items: [items[0], { value: '3', label: '雪' }],
      }),
    },
  ],
  ['an integer may be any number', { [FILES.device]: field('count', (one) => ({ ...one, type: 'number' })) }],
  ['a field that nobody filled in is removed', { 'schemas/content/note.json': withoutField('budget') }],
  ['a content type is removed that has no records', { 'schemas/content/note.json': null }],
  ['titles change', { [FILES.device]: merge({ title: '器具' }), [FILES.list]: merge({ title: '器具列表' }) }],
  [
    'new records begin in another state',
    {
      [FILES.lifecycle]: (one: Written) => ({
        ...one,
        initial: 'parked',
        transitions: [
          ...one.transitions,
          { action: 'show', title: '上架', from: ['parked'], to: 'shown', by: ['owner'] },
        ],
      }),
      [FILES.device]: (one: Written) => ({
        ...one,
        endpoints: { ...one.endpoints, show: 'GET /device/show' },
      }),
    },
  ],
]
