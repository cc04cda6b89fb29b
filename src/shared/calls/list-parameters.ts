// Names the filter parameters that section 3 of the specification gives to lists (API-06, API-09), with their titles.

import type { Field } from '#shared/model/content-model.ts'

export const LIST_PARAMETERS = {
  groupFlag: '分组标记',
  sysCategoryId: '类目',
  companyId: '企业编号',
  companyName: '企业名称（包含）',
  provinceId: '省级行政区代码，含其下各级',
  cityId: '市级行政区代码，含其下各级',
  typesOfEnterprises: '企业类型',
  topicId: '专题',
  sourceType: '来源标记',
  dataType: '业务类型',
  // Of intentions (API-09).
  intentDeptId: '意向单位',
  intentUserId: '意向人',
  intentSellerDeptId: '供应单位',
  intentSellerId: '供应方用户',
  intentionId: '采购意向',
  intentionDeptId: '意向单位',
  feedBackState: '反馈结果',
  resourceName: '名称（包含）',
  startTime: '起始日期（含）',
  endTime: '截止日期（含）',
} as const

export type ListParameterName = keyof typeof LIST_PARAMETERS

/** Fields of the system by which the console's list alone is filtered. */
const CONSOLE_FILTERS = ['createdAt', 'publishedAt', 'updatedAt', 'ownerName']

/** Returns true if lists of this action are filtered by the field under its own name. */
export const isListFilter = ({ name, filter, system }: Field, action: string): boolean =>
  filter || (action === 'manage' && system && CONSOLE_FILTERS.includes(name))

/** Those that the specification gives to calls for one item: the item must be of that kind, or it is not found. */
export const INFO_PARAMETERS = ['dataType', 'sourceType'] as const
