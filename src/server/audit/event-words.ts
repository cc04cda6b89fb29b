// Owns the Chinese words of what the audit log keeps: events that are no operation, and the details of entries.
import type { Model } from '../../shared/model.ts'
import { ACCOUNT_STATUS_TITLES } from '../accounts/account-status.ts'
import type { JsonObject } from '../database/schema.ts'

/** Operations have their summary; these happen beside them. */
export const EVENT_TITLES: Readonly<Record<string, string>> = {
  'auth.login': '登录',
  'auth.register': '提交注册申请',
  'sms.send': '发送短信',
}

const KEYS: Readonly<Record<string, string>> = {
  reason: '原因',
  way: '方式',
  type: '用户类型',
  role: '用户类型',
  receiptNo: '受理编号',
  operation: '接口',
}

const VALUES: Readonly<Record<string, string>> = {
  ...ACCOUNT_STATUS_TITLES,
  password: '密码',
  sms: '短信验证码',
  ticket: '统一认证',
  locked: '连续输错，暂时锁定',
  captcha: '图形验证码',
  expired: '临时密码已过期',
}

export function wordsOf(model: Model, action: string): string {
  return EVENT_TITLES[action] ?? model.operations.find(({ id }) => id === action)?.summary ?? action
}

export function toDetailWords(model: Model, detail: JsonObject): string {
  return Object.entries(detail)
    .map(([key, value]) => `${KEYS[key] ?? key}：${toValueWords(model, key, value)}`)
    .join('；')
}

function toValueWords(model: Model, key: string, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (key === 'operation') return wordsOf(model, value)
  const roles =
    key === 'type' || key === 'role' ? model.dictionaries.find(({ name }) => name === 'role') : undefined
  return roles?.items.find((item) => item.value === value)?.label ?? VALUES[value] ?? value
}
