// Provides configuration that is only added to the portal's own: a tenth zone, a category with a type of equipment, and a
// content type with a family of parameters and a comparison of its own.

const SET = '../../config/parameter-set.schema.json'
const PAGE = '../../schemas/config/page.schema.json'

export type Files = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A category of two levels, and a type with a parameter of each kind. */
export const CATEGORY: Files = {
  'schemas/parameters/equipment/C90.json': { $schema: SET, title: '高原救援装备', order: 90 },
  'schemas/parameters/equipment/C9001.json': { $schema: SET, title: '供氧装备', parent: 'C90', order: 1 },
  'schemas/parameters/equipment/E901.json': {
    $schema: SET,
    title: '移动式高压氧舱',
    parent: 'C9001',
    order: 1,
    measure: '台',
    required: ['pressure'],
    groups: [
      {
        title: '供氧性能',
        fields: {
          pressure: {
            type: 'number',
            title: '最高工作舱压',
            'x-unit': 'kPa',
            minimum: 10,
            maximum: 300,
            'x-better': 'high',
          },
          seats: { type: 'integer', title: '可容纳人数', 'x-unit': '人', minimum: 1, maximum: 12 },
          fillTime: {
            type: 'number',
            title: '升压时间',
            'x-unit': 'min',
            minimum: 1,
            maximum: 60,
            'x-step': 0.5,
            'x-better': 'low',
          },
        },
      },
      {
        title: '舱体',
        fields: {
          shell: { type: 'string', title: '舱体材料', enum: ['软体织物', '铝合金', '不锈钢'] },
          foldable: { type: 'boolean', title: '可折叠' },
          interface: { type: 'string', title: '氧源接口', maxLength: 40 },
        },
      },
    ],
  },
}

export const ZONE: Files = {
  'zones-config/plateau.json': {
    $schema: '../schemas/config/zone.schema.json',
    title: '高原专区',
    path: '/PlateauZone',
    slogan: '氧到人安 高原同心',
    theme: { color: '#5D4037', cover: 'waves' },
    category: 'C90',
    menu: true,
    order: 10,
    sections: [
      {
        widget: 'card-grid',
        title: '高原装备',
        source: { operation: 'equipment.indexList', params: { sysCategoryId: '{zone.category}', limit: 4 } },
        more: { page: 'equipment/query', params: { equipmentType: '{zone.category}' } },
        open: { page: 'equipment/detail', params: { id: '{item.id}' } },
        options: { summary: 'intro', columns: 4 },
      },
    ],
  },
}

const COURSE_FIELDS = {
  hours: { type: 'number', title: '总学时', 'x-unit': 'h', minimum: 1, maximum: 400, 'x-better': 'high' },
  fee: { type: 'number', title: '费用', 'x-unit': '元', minimum: 0, maximum: 90000, 'x-better': 'low' },
  form: { type: 'string', title: '授课方式', enum: ['面授', '线上', '混合'] },
  badge: { type: 'boolean', title: '发结业证' },
}

/** Courses: neither equipment nor of its family. */
export const COURSE: Files = {
  'schemas/parameters/course.json': {
    $schema: '../config/parameter-family.schema.json',
    title: '培训课程',
    levels: [
      { dictionary: 'courseField', title: '课程方向' },
      { dictionary: 'courseKind', title: '课程类型' },
    ],
  },
  'schemas/parameters/course/K1.json': { $schema: SET, title: '水域救援', order: 1 },
  'schemas/parameters/course/K1A.json': {
    $schema: SET,
    title: '舟艇驾驶',
    parent: 'K1',
    groups: [{ title: '课程安排', fields: COURSE_FIELDS }],
  },
  'schemas/content/course.json': {
    $schema: '../config/content-type.schema.json',
    version: 1,
    title: '培训课程',
    lifecycle: 'moderated',
    category: 'courseKind',
    fields: {
      type: 'object',
      required: ['title', 'courseKind'],
      properties: {
        title: { type: 'string', title: '课程名称', minLength: 4, maxLength: 60, 'x-search': 'A' },
        courseKind: { type: 'string', title: '课程类型', 'x-dict': 'courseKind', 'x-filter': true },
        school: { type: 'string', title: '培训机构', maxLength: 40 },
        params: { type: 'object', title: '课程参数', 'x-parameters': 'courseKind' },
      },
    },
    endpoints: {
      list: 'GET /course/list',
      info: 'GET /course/info/{id}',
      add: 'POST /course/add',
      online: 'GET /course/online',
      facets: 'GET /course/facets',
      compareParams: { at: 'GET /course/compareParams', action: 'compare' },
      compareStars: { at: 'GET /course/compareStars', action: 'stars' },
    },
  },
  'pages-config/course/list.json': {
    $schema: PAGE,
    kind: 'list',
    path: '/courses',
    title: '培训课程',
    source: 'course.list',
    facets: 'course.facets',
    view: 'cards',
    filters: ['keyWord', 'courseKind'],
    columns: ['title', 'courseKind', 'school'],
    open: { page: 'course/detail', params: { id: '{item.id}' } },
    actions: [{ do: 'open', page: 'course/compare', label: '课程比对' }],
    rowActions: [{ do: 'open', page: 'course/compare', label: '加入比对', params: { ids: '{item.id}' } }],
  },
  'pages-config/course/detail.json': {
    $schema: PAGE,
    kind: 'detail',
    path: '/courseDetail',
    title: '课程详情',
    parent: 'course/list',
    params: { id: { required: true } },
    source: { operation: 'course.info', params: { id: '{query.id}' } },
    facts: ['courseKind', 'school'],
    body: ['params'],
  },
  'pages-config/course/compare.json': {
    $schema: PAGE,
    kind: 'compare',
    path: '/courseCompare',
    title: '课程比对',
    parent: 'course/list',
    params: { ids: { required: false }, base: { required: false } },
    source: { operation: 'course.info', params: { id: '{item.id}' } },
    rows: ['courseKind', 'school'],
    parameters: { operation: 'course.compareParams', params: { ids: '{query.ids}' } },
    stars: { operation: 'course.compareStars', params: { ids: '{query.ids}' } },
    candidates: {
      operation: 'course.list',
      params: { courseKind: '{item.courseKind}', limit: 50 },
    },
    max: 4,
    pick: 'course/list',
    open: { page: 'course/detail', params: { id: '{item.id}' } },
  },
}

/** Of the new type, as a supplier writes it. */
export function chamber(model: string, params: Readonly<Record<string, unknown>>) {
  return {
    name: `移动式高压氧舱 ${model}`,
    model,
    equipmentType: 'E901',
    application: ['AP02'],
    intro: '用于高原地区救援人员与伤员的急救供氧，可随车运输、快速展开。',
    params,
  }
}

export const CHAMBERS = [
  chamber('GY-1', {
    pressure: 30,
    seats: 1,
    fillTime: 6,
    shell: '软体织物',
    foldable: true,
    interface: '快插接头',
  }),
  chamber('GY-2', { pressure: 200, seats: 6, fillTime: 12, shell: '不锈钢', foldable: false }),
  chamber('GY-3', { pressure: 120, seats: 4, fillTime: 10, shell: '铝合金', foldable: false }),
] as const

export const COURSES = [
  {
    title: '冲锋舟驾驶初级班',
    courseKind: 'K1A',
    school: '第一培训基地',
    params: { hours: 40, fee: 2800, form: '面授', badge: true },
  },
  {
    title: '冲锋舟驾驶中级班',
    courseKind: 'K1A',
    school: '第二培训基地',
    params: { hours: 80, fee: 5200, form: '混合', badge: true },
  },
  {
    title: '橡皮艇操作班',
    courseKind: 'K1A',
    school: '第一培训基地',
    params: { hours: 16, form: '线上', badge: false },
  },
] as const
