// Tests each rule of the checker that no other test names: file, line and message.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CODES } from '#config/load/codes.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE_FILE, ROOT } from '../server/support/small-configuration.ts'
import {
  API_FILE,
  baseFiles,
  checkChanged,
  DETAIL_FILE,
  FORM_FILE,
  FORM_PAGE_FILE,
  LIFECYCLE_FILE,
  LIST_FILE,
  MENU_FILE,
  type Written,
} from './language-case.ts'

const MOOD_FILE = 'schemas/dictionaries/mood.json'

/** Rule, file, what is wrong, what stands on the line that is named, and what is said. */
type Case = readonly [
  slug: string,
  file: string,
  change: (written: Written) => unknown,
  place: string,
  said: string,
]

const lifecycle = (slug: string, change: Case[2], place: string, said: string): Case => [
  slug,
  LIFECYCLE_FILE,
  change,
  place,
  said,
]
const note = (slug: string, change: Case[2], place: string, said: string): Case => [
  slug,
  NOTE_FILE,
  change,
  place,
  said,
]
/** With `value` at the place, whose keys have slashes between; undefined takes it away. */
const set =
  (place: string, value: unknown) =>
  (written: Written): Written => {
    const keys = place.split('/')
    const parent = keys.slice(0, -1).reduce((inner, key) => inner[key], written)
    parent[keys.at(-1) ?? ''] = value
    return written
  }

/** With a field that bears another name. */
const renamed =
  (from: string, to: string) =>
  ({ fields, ...written }: Written): Written => {
    const { [from]: field, ...others } = fields.properties
    return { ...written, fields: { ...fields, required: [], properties: { ...others, [to]: field } } }
  }

/** A lifecycle of one state. */
const PLAIN = {
  $schema: '../config/lifecycle.schema.json',
  title: '备用',
  initial: 'online',
  states: { online: { title: '已上线', public: true, final: true } },
  transitions: [],
}

const CASES: readonly Case[] = [
  note(
    'personal_unmarked',
    set('fields/properties/caller', { type: 'string', title: '来电人姓名', maxLength: 20 }),
    '"caller"',
    '“来电人姓名”像是个人信息（按名称判断），却没有标注',
  ),
  note(
    'personal_unmarked',
    set('fields/properties/callers', {
      type: 'array',
      title: '来电记录',
      items: { type: 'object', properties: { who: { type: 'string', title: '联系人', maxLength: 20 } } },
    }),
    '"callers"',
    '其中有“联系人”',
  ),
  note(
    'state_unknown',
    (n) => ({ ...n, personal: { purpose: '回复', retention: { days: 30, states: ['onlin'] } } }),
    '"onlin"',
    '没有状态“onlin”',
  ),
  note(
    'retention_nothing',
    ({ fields: { properties, ...fields }, ...n }) => {
      const { mobile: _none, ...others } = properties
      return {
        ...n,
        fields: { ...fields, properties: others },
        personal: { purpose: '回复', retention: { days: 30, states: ['deleted'] } },
      }
    },
    '"retention"',
    '没有个人信息，保存期限（retention）不起作用',
  ),
  note(
    'personal_use',
    set('fields/properties/callers', {
      type: 'object',
      title: '来电者',
      properties: {
        who: { type: 'string', title: '姓名', maxLength: 20, 'x-personal': { purpose: '回电' } },
      },
    }),
    '"x-personal"',
    '“callers”内部的 x-personal 只能写 true 或 false',
  ),
  lifecycle('transition_own', set('transitions/0/not', undefined), '"by": [', '请加上 "not": ["owner"]'),
  lifecycle(
    'state_words',
    set('states/online/title', '已发布'),
    '"title": "已发布"',
    '名为“已上线”：同一状态须用同一名称',
  ),
  lifecycle(
    'after_edit',
    set('transitions/1/afterEdit', true),
    '"afterEdit"',
    '状态“online”的内容发布者不能直接修改',
  ),
  lifecycle(
    'after_edit',
    (l) => set('transitions/0', { ...l.transitions[0], afterEdit: true })(l),
    '"afterEdit"',
    '只能由发布者本人',
  ),
  lifecycle(
    'state_public',
    set('states/online/readers', ['owner']),
    '"readers"',
    '是公开的（public），不能再写 readers',
  ),
  lifecycle(
    'state_retention',
    set('states/online/retentionDays', 30),
    '"retentionDays"',
    '没有写 gone，内容还在使用',
  ),
  lifecycle('corrector_kind', set('correctors', ['auditor']), '"correctors"', '只查看不办理，不能修改内容'),
  lifecycle(
    'corrector_kind',
    (written) => Object.assign(written, { editors: ['operator'], correctors: ['operator'] }),
    '"correctors"',
    'correctors 不起作用',
  ),
  lifecycle('change_stuck', set('states/online/edited', 'deleted'), '"edited"', '无法通过：请增加该流转'),
  lifecycle('state_unknown', set('transitions/1/to', 'waiting'), '"to": "waiting"', '状态“waiting”没有定义'),
  lifecycle('state_unknown', set('initial', 'pendin'), '"initial"', '您是不是想写“pending”'),
  lifecycle(
    'initial_stuck',
    (l) => ({ ...l, initial: 'kept', states: { ...l.states, kept: { title: '已归档', final: true } } }),
    '"initial": "kept"',
    '请改正初始状态',
  ),
  lifecycle(
    'words_whose',
    (l) => set('transitions/0', { ...l.transitions[0], by: ['parent.owner'], reason: true })(l),
    '"reason": true',
    '由上级内容的发布者执行，附言须用 shown 写明',
  ),
  lifecycle(
    'words_asker',
    set('transitions/2/reason', { title: '删除原因', help: '发布者会看到' }),
    '"help"',
    '请按执行者分为两条流转',
  ),
  lifecycle('step_remarks', set('transitions/1/remarks', true), '"remarks"', '应使用 POST'),
  lifecycle('transition_nobody', set('transitions/3/by', []), '"by": []', '流转“恢复”无人可以执行'),
  lifecycle(
    'transition_ambiguous',
    (l) => ({ ...l, transitions: [...l.transitions, { ...l.transitions[1], to: 'deleted' }] }),
    '"online"',
    '已有同名流转“submit”',
  ),
  lifecycle(
    'state_unreachable',
    set('states/lost', { title: '丢失', final: true }),
    '"lost"',
    '没有通向该状态的流转',
  ),
  lifecycle(
    'state_dead_end',
    set('transitions/3', {
      action: 'restore',
      title: '恢复',
      from: ['pending'],
      to: 'online',
      by: ['operator'],
      not: ['owner'],
    }),
    '"deleted": {',
    '没有出口',
  ),

  lifecycle('transition_nobody', set('transitions/3/not', ['operator']), '"not"', 'by 中的受众均在 not 中'),
  lifecycle(
    'transition_unread',
    set('transitions/3/by', ['owner']),
    '"owner"',
    '发布者本人看不到（readers）',
  ),
  lifecycle(
    'state_trap',
    (l) => ({
      ...l,
      states: {
        ...l.states,
        lost: { title: '搁置', readers: ['operator'] },
        found: { title: '再议', readers: ['operator'] },
      },
      transitions: [
        ...l.transitions,
        { action: 'shelve', title: '搁置', from: ['pending', 'found'], to: 'lost', by: ['operator'] },
        { action: 'discuss', title: '再议', from: ['lost'], to: 'found', by: ['operator'] },
      ],
    }),
    '"lost": {',
    '流转均无法到达终态',
  ),
  note(
    'comments_unused',
    (n) => ({ ...set('endpoints/commentAdd', undefined)(n), comments: { review: 'before' } }),
    '"comments"',
    '没有发表评论的接口',
  ),
  note(
    'parameter_unknown',
    (n) => ({ ...n, parameters: { mode: 'mood' } }),
    '"mode"',
    '规格中没有列表参数“mode”',
  ),
  note(
    'parameter_field',
    (n) => ({
      ...set('fields/properties/topicId', n.fields.properties.mood)(n),
      parameters: { topicId: 'mood' },
    }),
    '"topicId": "mood"',
    '同名参数不必再写',
  ),
  note(
    'parameter_filter',
    (n) => ({ ...n, parameters: { topicId: 'day' } }),
    '"topicId"',
    '不是公开且可筛选',
  ),
  note(
    'parameter_filter',
    (n) => ({ ...n, parameters: { companyName: { field: 'budget', match: 'name' } } }),
    '"companyName"',
    '不是公开的文字或引用字段',
  ),
  note(
    'parameter_twice',
    (n) => ({
      ...n,
      parameters: {
        startTime: { field: 'createdAt', match: 'from' },
        endTime: { field: 'createdAt', match: 'from' },
      },
    }),
    '"endTime"',
    '同为一端（from）',
  ),
  note(
    'required_twice',
    set('fields/properties/title/x-required-when', { 'form.mood': 'good' }),
    '"x-required-when"',
    '已是必填',
  ),
  note(
    'condition_self',
    set('fields/properties/body/x-required-when', { 'form.body': { empty: true } }),
    '"x-required-when"',
    '必填条件不能取决于自身',
  ),
  note(
    'field_unknown',
    set('fields/properties/body/x-required-when', { 'form.moood': 'good' }),
    '"form.moood"',
    'moood',
  ),
  note(
    'annotation_type',
    set('fields/properties/mood/x-holds', ['online']),
    '"x-holds"',
    'x-holds 只能用于 ref、ref-list 类型的字段',
  ),
  ['look_column', LIST_FILE, set('view', 'calendar'), '"view": "calendar"', '却没有日期的列'],
  [
    'option_beside',
    DETAIL_FILE,
    set('aside/1', {
      widget: 'stat-band',
      source: 'note.statistic',
      options: { types: ['note'], links: [{ type: 'law', link: 'note/list' }] },
    }),
    '"type": "law"',
    '“law”不在选项“types”之中',
  ],
  [
    'shown_nobody',
    DETAIL_FILE,
    (page) => ({
      ...page,
      access: ['operator'],
      actions: [{ do: 'print', when: { 'user.role': ['supplier'] } }],
    }),
    '"when"',
    '均不符合此条件',
  ],
  note('category_type', set('category', 'title'), '"category": "title"', '不能用作类别'),
  lifecycle(
    'submit_whose',
    (l) => set('transitions/0', { ...l.transitions[0], kind: 'submit', by: ['operator'] })(l),
    '"kind": "submit"',
    '不由发布者执行，kind 不能是 submit',
  ),
  lifecycle(
    'sent_back_stuck',
    (l) => ({
      ...l,
      states: { ...l.states, mended: { title: '待补正', editable: true, readers: ['owner', 'operator'] } },
      transitions: [
        ...l.transitions,
        {
          action: 'sendBack',
          kind: 'refuse',
          title: '退回补正',
          from: ['online'],
          to: 'mended',
          by: ['operator'],
          reason: true,
        },
      ],
    }),
    '"mended"',
    '却没有再次提交的流转',
  ),
  note('follows_place', set('fields/properties/mood/x-follows', true), '"x-follows"', '不能写 x-follows'),
  note(
    'holds_place',
    (n) =>
      set('fields/properties/other', {
        type: 'string',
        title: '另一条',
        maxLength: 40,
        'x-ref-by': 'title',
        'x-holds': ['online'],
      })(n),
    '"x-holds"',
    '在填写时才能确定',
  ),
  note(
    'state_unknown',
    set('fields/properties/other', {
      type: 'string',
      title: '另一条',
      maxLength: 40,
      'x-ref': 'note',
      'x-holds': ['online', 'onlin'],
    }),
    '"onlin"',
    '没有状态“onlin”',
  ),
  note(
    'state_unknown',
    set('fields/properties/other', {
      type: 'string',
      title: '另一条',
      maxLength: 40,
      'x-ref': 'note',
      'x-holds': ['deleted'],
    }),
    '"deleted"',
    '已不存在，不能再保留',
  ),
  note(
    'demands_place',
    set('fields/properties/other', {
      type: 'string',
      title: '另一条',
      maxLength: 40,
      'x-ref': 'note',
      'x-demands': { when: { 'item.mood': 'good' }, words: '目前不能选' },
    }),
    '"x-demands"',
    '不是由流转填写的',
  ),
  note(
    'date_type',
    set('fields/properties/day/x-date', { notAfter: 'now' }),
    '"notAfter": "now"',
    '只有日期，不能与当前时间（now）比较',
  ),
  note('from_type', set('fields/properties/mobile/x-from', 'owner.directory'), '"x-from"', '须用 x-ref'),
  note(
    'set_required',
    set('fields/properties/title/x-set', { states: ['online'] }),
    '"x-set"',
    '请写 default',
  ),
  note('action_unknown', set('endpoints/lst', 'GET /note/lst'), '"lst"', '“lst”不是内容类型的动作'),
  note('endpoint_method', set('endpoints/list', 'POST /note/list'), '"list"', '应使用 GET'),
  note(
    'action_unknown',
    set('endpoints/refuse', 'GET /note/refuse'),
    '"refuse"',
    '也不是生命周期“审核”的流转',
  ),
  lifecycle('verb_taken', set('transitions/1/action', 'list'), '"action": "list"', '系统已用的名称'),
  lifecycle(
    'verb_taken',
    set('transitions/1/action', 'constructor'),
    '"action": "constructor"',
    '系统已用的名称',
  ),
  note(
    'filter_undeclared',
    set('endpoints/list', { at: 'GET /note/list', fixed: { day: '2026-01-01' } }),
    '"day": "2026-01-01"',
    '不是可筛选的字段',
  ),
  note(
    'sort_undeclared',
    set('endpoints/list', { at: 'GET /note/list', sort: '-day' }),
    '"sort": "-day"',
    '没有声明为可排序',
  ),
  note(
    'field_reserved',
    set('fields/properties/status', { type: 'string', title: '状态' }),
    '"status"',
    '由系统使用',
  ),
  note('heading_missing', renamed('title', 'name'), '"properties"', '请用 heading 指明'),
  note('default_refused', set('fields/properties/budget/default', -5), '"default"', '不符合该字段的要求'),
  note('limits_contradict', set('fields/properties/title/minLength', 50), '"minLength"', '无值可填'),
  note('value_format', set('endpoints/list', 'GET note'), '"list"', '写法不符合要求'),
  note('schema_reference', set('$schema', '../config/form.schema.json'), '"$schema"', '应为'),
  note('icon_unknown', (n) => ({ ...n, icon: 'hose' }), '"icon"', '图标“hose”不存在'),

  [
    'bulk_action',
    LIST_FILE,
    (p) => ({ ...p, bulkActions: [{ do: 'open', page: 'note/publish', label: '写' }] }),
    '{',
    '',
  ],
  ['order_call', LIST_FILE, set('order', 'note.like'), '"order"', '不接收 id 与 place'],
  ['cell_field_type', LIST_FILE, set('columns/1/cell', 'deadline'), '"cell"', '不能显示number类型的字段'],
  [
    'filter_field_type',
    LIST_FILE,
    set('filters/1', { field: 'mood', widget: 'number-range' }),
    '"widget"',
    '不能用于dict类型',
  ],
  ['filter_undeclared', LIST_FILE, set('filters/1', 'day'), '"day"', '没有声明为可筛选'],
  ['sort_undeclared', LIST_FILE, set('sorts/0', 'day'), '"day"', '没有声明为可排序'],
  [
    'root_unknown',
    LIST_FILE,
    set('actions/0/when', { 'visitor.signedIn': true }),
    '"visitor.signedIn"',
    '条件“visitor.signedIn”',
  ],
  ['param_unknown', DETAIL_FILE, set('source/params/no', '1'), '"no"', '没有参数“no”'],
  ['param_missing', DETAIL_FILE, set('source/params', {}), '"source"', 'id'],
  [
    'title_bar_steps',
    DETAIL_FILE,
    set('titleBar', { type: 'home-page', back: -2 }),
    '"back": -2',
    'back 不起作用',
  ],
  [
    'placeholder_param',
    DETAIL_FILE,
    set('source/params/id', '{query.no}'),
    '"id": "{query.no}"',
    '请写入 params',
  ],
  [
    'placeholder_unknown',
    DETAIL_FILE,
    set('source/params/id', '{query}'),
    '"id": "{query}"',
    '应写作 {根.字段}',
  ],
  [
    'placeholder_field',
    LIST_FILE,
    set('open/params/id', '{item.idd}'),
    '"id": "{item.idd}"',
    '“便签”没有“idd”，占位符“{item.idd}”始终为空。您是不是想写“id”',
  ],
  [
    'placeholder_field',
    DETAIL_FILE,
    set('actions', [{ do: 'open', label: '再看', page: 'note/detail', params: { id: '{item.moodTitle}' } }]),
    '"id": "{item.moodTitle}"',
    '“便签”没有“moodTitle”',
  ],
  [
    'placeholder_field',
    DETAIL_FILE,
    set('aside/0/open', { page: 'note/detail', params: { id: '{item.ids}' } }),
    '"id": "{item.ids}"',
    '“便签”没有“ids”',
  ],
  [
    'placeholder_field',
    DETAIL_FILE,
    set('aside/0/source/params/keyWord', '{user.rol}'),
    '"keyWord": "{user.rol}"',
    '用户没有“rol”',
  ],
  [
    'placeholder_param',
    DETAIL_FILE,
    set('source/params/id', '{params.no}'),
    '"id": "{params.no}"',
    '请写入 params',
  ],
  ['parent_cycle', LIST_FILE, (p) => ({ ...p, parent: 'note/detail' }), '"parent"', '形成了循环'],
  ['surface_public', LIST_FILE, set('surface', 'console'), '"surface"', '请为页面'],
  ['source_missing', DETAIL_FILE, set('aside/0/source', undefined), '{', '需要数据来源 source'],
  [
    'source_unused',
    DETAIL_FILE,
    set('aside/1/source', 'note.list'),
    '"source": "note.list"',
    '不使用数据来源',
  ],
  ['submit_method', FORM_PAGE_FILE, set('submit', 'note.list'), '"submit"', ''],
  [
    'way_incomplete',
    FORM_PAGE_FILE,
    (p) => ({
      ...p,
      ways: [
        { value: 'a', title: '甲' },
        { value: 'b', title: '乙' },
      ],
    }),
    '{',
    '',
  ],
  ['route_duplicate', DETAIL_FILE, set('path', '/notes'), '"path"', '与页面“note/list”重复'],
  ['route_param_duplicate', LIST_FILE, set('path', '/notes/:a/:a'), '"path"', '重名的参数'],
  ['route_format', LIST_FILE, set('path', '/notes/:1'), '"path"', '写法不对'],
  ['menu_id_duplicate', MENU_FILE, set('items/0/children/0/id', 'notes'), '"id": "notes"', ''],
  ['menu_page_param', MENU_FILE, set('items/0/children/0/page', 'note/detail'), '"page": "note/detail"', ''],
  [
    'search_undeclared',
    NOTE_FILE,
    set('fields/properties/title/x-search', undefined),
    '',
    '不能用 keyWord 筛选',
  ],

  ['step_duplicate', FORM_FILE, set('steps/0/fields/1', 'name'), '"name"', '已出现在前面的步骤中'],
  ['step_missing', FORM_FILE, set('steps/0/fields', ['age', 'note']), '"name": {', '不在任何步骤中'],
  ['condition_self', FORM_FILE, set('when', { note: { 'form.note': '1' } }), '"form.note"', '不能取决于自身'],
  [
    'root_unknown',
    FORM_FILE,
    set('when', { note: { 'item.age': '1' } }),
    '"item.age"',
    '只能以 form 或 user 开头',
  ],
  [
    'widget_field_type',
    FORM_FILE,
    set('fields/properties/age/x-widget', 'date'),
    '"x-widget"',
    '不能用于integer类型',
  ],
  [
    'option_wrong',
    FORM_FILE,
    set('fields/properties/note/x-options/rows', 'three'),
    '"rows"',
    '选项不符合要求',
  ],
  [
    'sensitive_policy',
    FORM_FILE,
    set('fields/properties/age/x-sensitive', { purpose: '核对', retention: '一年' }),
    '"fields"',
    '',
  ],
  ...[
    ['pattern_long', 'a'.repeat(201), '最多 200 个字符'],
    ['pattern_invalid', '(', '无效'],
    ['pattern_backtracking', '^(a+)+$', '可能指数级回溯'],
  ].map(
    ([slug = '', pattern, said = '']): Case => [
      slug,
      FORM_FILE,
      set('fields/properties/name/pattern', pattern),
      '"pattern"',
      said,
    ],
  ),
  [
    'url_scheme',
    DETAIL_FILE,
    set('description', 'javascript:alert(1)'),
    '"description"',
    '只能使用 http、https、mailto',
  ],
  note('lifecycle_unknown', set('lifecycle', 'review'), '"lifecycle"', '您是不是想写“reviewed”'),
  note('samples_unknown', set('samples', '../samples/notes.json'), '"samples"', '不存在'),
  note(
    'common_unknown',
    set('fields/properties/phone', { $ref: '../common/mobil.schema.json', title: '电话' }),
    '"$ref"',
    '您是不是想写“mobile”',
  ),
  ['page_unknown', LIST_FILE, set('open/page', 'note/detial'), '"page"', '您是不是想写“note/detail”'],
  ['widget_unknown', DETAIL_FILE, set('aside/0/widget', 'hot-rang'), '"widget"', '您是不是想写“hot-rank”'],
  [
    'key_format',
    FORM_FILE,
    set('fields/properties/1a', { type: 'integer', title: '年龄' }),
    '"1a"',
    '写法不符合要求',
  ],

  [
    'parameter_title',
    API_FILE,
    set('operations/list/params/sizeOfPage', { type: 'integer' }),
    '"sizeOfPage"',
    '“sizeOfPage”没有 title',
  ],
  [
    'file_address',
    'schemas/api/file.json',
    () => ({
      $schema: '../config/api.schema.json',
      title: '文件',
      operations: {
        download: {
          at: 'GET /files/{id}',
          summary: '下载',
          access: 'anyone',
          params: { id: { type: 'string' } },
          required: ['id'],
        },
      },
    }),
    '"at"',
    '文件的下载地址须为 GET /file/fileOperation/download/{id}',
  ],
  ['endpoint_duplicate', API_FILE, set('operations/one/at', 'GET /note/info/{id}'), '"at"', '重复'],
  [
    'endpoint_param',
    API_FILE,
    set('operations/one/at', 'GET /trial/one/{no}'),
    '"at"',
    '接口地址中的参数“no”没有定义',
  ],
  [
    'dictionary_unknown',
    API_FILE,
    set('operations/list/params/mood', { type: 'string', 'x-dict': 'mod' }),
    '"x-dict"',
    '您是不是想写“mood”',
  ],
  [
    'value_duplicate',
    MOOD_FILE,
    (d) => ({ ...d, items: [...d.items, { value: '1', label: '重复' }] }),
    '"value": "1"',
    '值“1”重复（前面名为“晴”',
  ],
  note(
    'value_duplicate',
    set('fields/properties/level', { type: 'integer', title: '级别', enum: [1, 2, 1] }),
    '1',
    '可选值 1 重复',
  ),
  [
    'value_duplicate',
    FORM_PAGE_FILE,
    (p) => ({
      ...p,
      ways: [
        { value: 'a', title: '甲' },
        { value: 'a', title: '乙', form: 'note', submit: 'note.add' },
      ],
    }),
    '"value": "a"',
    '值“a”重复（前面名为“甲”',
  ],
  [
    'form_submit',
    FORM_PAGE_FILE,
    set('form', 'trial'),
    '"submit": "note.add"',
    '操作不接受“name”、“age”、“note”',
  ],
  ['dictionary_owner', MOOD_FILE, set('access', ['operator', 'owner']), '"access"', '字典没有所有者'],
  [
    'form_access',
    FORM_PAGE_FILE,
    set('access', ['registered']),
    '"access"',
    '审核人员能打开该表单，却不能提交',
  ],
  note('outlives_nothing', set('outlives', true), '"outlives"', '没有上级内容'),
  note('distinct_type', set('distinct', 'budget'), '"distinct"', '须是单行文字'),
  [
    'alias_same',
    MOOD_FILE,
    set('items/0', { value: '1', label: '晴天', alias: ['晴天'] }),
    '"晴天"',
    '别名“晴天”与显示文字相同',
  ],
  ['dictionary_closed', MOOD_FILE, set('access', ['operator']), '', '字典“mood”限定了受众'],
]

describe('configuration check', () => {
  test('reports nothing for the configuration in which the mistakes are made', async () => {
    const result = checkConfiguration(await baseFiles())
    expect(result.ok ? [] : result.problems).toEqual([])
  })

  test.each(CASES)('reports %s in %s', async (slug, file, change, place, said) => {
    const { problems, lines } = await checkChanged(file, change)
    const found = problems.filter((problem) => problem.slug === slug)
    expect(problems.map((problem) => problem.slug)).toContain(slug)
    if (place !== '') {
      const own = found.filter((problem) => problem.file === file)
      expect(own.map(({ line }) => lines[line - 1]?.trim()).join('\n')).toContain(place)
    }
    expect(found.map(({ message }) => message).join('\n')).toContain(said)
    for (const { message } of found) expect(message).toMatch(/[\u4e00-\u9fff]/)
  })

  test.each([
    ['lifecycle_unused', 'schemas/lifecycles/spare.json', { ...PLAIN }, '生命周期“spare”没有被任何配置引用'],
    [
      'common_unused',
      'schemas/common/spare.schema.json',
      { type: 'string' },
      '公共定义“spare”没有被任何配置引用',
    ],
  ])('%s: a file without references is reported as a warning', async (slug, file, value, said) => {
    const result = checkConfiguration((await baseFiles()).set(file, JSON.stringify(value)))
    const found = result.ok ? result.warnings.filter((problem) => problem.file === file) : result.problems
    expect(found).toMatchObject([{ slug, severity: 'warning', message: said }])
  })

  test.each([
    ['json_syntax', '{ "a": 1, }', '最后一项后面不能有逗号'],
    ['json_encoding', '\uFEFF{}', '不带 BOM'],
    ['json_duplicate_key', '{ "a": 1, "a": 2 }', '键“a”重复出现'],
    ['json_forbidden_key', '{ "__proto__": {} }', '不允许使用键名“__proto__”'],
    ['json_depth', `${'['.repeat(60)}${']'.repeat(60)}`, '嵌套过深'],
    ['json_size', `"${'长'.repeat(4_000_001)}"`, '文件过大'],
  ])('%s: a file that is not valid JSON is refused', async (slug, text, said) => {
    const result = checkConfiguration((await baseFiles()).set(FORM_FILE, text))
    const found = result.ok ? [] : result.problems.filter((problem) => problem.slug === slug)
    expect(found).toMatchObject([{ slug, file: FORM_FILE, line: 1 }])
    expect(found[0]?.message).toContain(said)
  })

  test.each([
    ['file_folder', 'schemas/contents/note.json', '您是不是想写“schemas/content/”'],
    ['file_name', 'pages-config/note/myPage.json', '只用小写字母、数字与 -，可用 / 分文件夹'],
    ['file_name', 'pages-config/note/myPage.json', '可以写作 note/my-page'],
    ['file_name', 'zones-config/myZone.json', '可以写作 my-zone'],
    ['file_name', 'zones-config/my/zone.json', '不分文件夹'],
    ['file_name', 'schemas/content/2note.json', '可以写作 note'],
    ['file_name', 'schemas/common/phone.json', '以 .schema.json 结尾'],
  ])('reports %s for a wrong folder or file name: %s', async (slug, file, said) => {
    const result = checkConfiguration((await baseFiles()).set(file, '{}'))
    const problems = result.ok ? [] : result.problems
    expect(problems).toMatchObject([{ slug, file, line: 1 }])
    expect(problems[0]?.message).toContain(said)
  })
})

const CHINESE = /\p{Script=Han}/u

/** A code, alone or with the name of one of its messages. */
const isNamedIn = (source: string, code: string): boolean =>
  [`'${code}'`, `'${code}.`, `\`${code}.`].some((written) => source.includes(written))

/** The values of a message where it is reported, as far as the next report; `expect` itself gives `found` and `known`. */
const callsOf = (source: string, message: string): readonly string[] =>
  source
    .split(new RegExp(`'${message}',\\s*\\{`))
    .slice(1)
    .map((after) => `found known ${after.slice(0, 500).split('report(')[0]}`)

/** Values that were put together before. */
const GIVEN = /\.\.\.(?:values|more|notice)/

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

test('a chat section is refused with widget_needs when the portal lacks the operations that it calls', async () => {
  const chat = set('aside/1', { widget: 'chat', title: '沟通' })
  expect((await checkChanged(DETAIL_FILE, chat)).problems.map(({ slug }) => slug)).not.toContain(
    'widget_needs',
  )
  const { problems, lines } = await checkChanged(DETAIL_FILE, chat, ['schemas/api/chat.json'])
  const found = problems.find(({ slug }) => slug === 'widget_needs')
  expect(found?.message).toContain('须调用接口 chat.getOnlineUser、chat.getHistoryMessage')
  expect(lines[(found?.line ?? 0) - 1]).toContain('"widget": "chat"')
})

test('a section that lists no fields is refused with columns, in one report', async () => {
  const related = set('aside/0/columns', ['region'])
  const { problems, lines } = await checkChanged(DETAIL_FILE, related)
  const found = problems.filter(({ slug }) => slug === 'columns_unused')
  expect(found).toHaveLength(1)
  expect(found[0]?.message).toContain('不支持列出字段')
  expect(lines[(found[0]?.line ?? 0) - 1]).toContain('columns')
})

describe('every code of the check', () => {
  const source = sources('src/config').join('\n')
  /** What is written as a code: after the key, after a call that reports, and in the arms of a choice. */
  const written = [
    /slug: '([a-z]+(?:_[a-z]+)+)'/g,
    /slug: [^,\n]*\? '([a-z_]+)' : '([a-z_]+)'/g,
    /\b(?:at|report|refuse)\(\s*[^'"`]*['`]([a-z]+(?:_[a-z]+)+)(?:\.[^'`]+)?['`]/g,
  ]
  const reported = written.flatMap((form) =>
    [...source.matchAll(form)].flatMap(([, ...names]) => names.filter(Boolean)),
  )
  /** Those of things that are not there, whose names begin with what kind of thing it is. */
  const kinds = [...source.matchAll(/refers\(\s*[\w.]+,\s*(?:\[[^\]]*\]|[^,]+),\s*'(\w+)'/g)].map(
    ([, kind]) => `${kind}_unknown`,
  )

  test('is in the table', () => {
    const codes = new Set([...reported, ...kinds])
    expect(codes.size).toBeGreaterThan(400)
    expect([...codes].filter((code) => !CODES.has(code))).toEqual([])
  })

  test('of the table is reported somewhere', () => {
    const unused = [...CODES.keys()].filter(
      (code) => !isNamedIn(source, code) && !/_(?:unknown|unused)$/.test(code),
    )
    expect(unused).toEqual([])
  })

  test('gives its message all values that it names', () => {
    const lacking = [...CODES].flatMap(([code, { message = '' }]) =>
      Object.entries(typeof message === 'string' ? { '': message } : message).flatMap(([name, text]) => {
        const calls = callsOf(source, name === '' ? code : `${code}.${name}`)
        const roots = [...text.matchAll(/\$\{(\w+)/g)].map(([, root = '']) => root)
        return calls.flatMap((call) =>
          roots
            .filter((root) => !GIVEN.test(call) && !new RegExp(`\\b${root}\\b`).test(call))
            .map((root) => `${code}.${name}: ${root}`),
        )
      }),
    )
    expect(lacking).toEqual([])
  })

  test('has words for its page', () => {
    const lacking = [...CODES].filter(
      ([, { what, why, example, mend }]) =>
        ![what, why, mend].every((text) => CHINESE.test(text)) || !example,
    )
    expect(lacking).toEqual([])
  })

  test('follows codes of the table', () => {
    const causes = [...CODES.values()].flatMap(({ follows = [], followsAnywhere = [] }) => [
      ...follows,
      ...followsAnywhere,
    ])
    expect(causes.filter((code) => !CODES.has(code))).toEqual([])
  })

  test('that files may silence as a rule is reported by a rule, and by compilers never', () => {
    const ofRules = sources('src/config/lint').join('\n')
    const rules = [...CODES].flatMap(([code, { kind }]) => (kind === 'rule' ? [code] : []))
    expect(rules.filter((code) => !isNamedIn(ofRules, code) && !code.endsWith('_unused'))).toEqual([])
    const compilers = sources('src/config/compile').join('\n')
    expect(rules.filter((code) => isNamedIn(compilers, code))).toEqual([])
  })

  test('is named by a test', () => {
    const tests = sources('tests').join('\n')
    const missing = [...CODES.keys()].filter((code) => !new RegExp(`\\b${code}\\b`).test(tests))
    expect(missing).toEqual([])
  })
})
