// Rules over every text of the configuration: safety, icons, placeholders, and names to which readers are sent.

import { describeLocation } from '#config/load/document.ts'
import { ICON_NAMES } from '#shared/appearance/icon-names.ts'
import { defineRule, type Nodes, type Rule } from '../rule.ts'

const HTML = /<\/?[a-z][^>]*>/i
const SCHEME = /^\s*([a-z][a-z0-9+.-]*):/i
const SAFE_SCHEMES = ['http', 'https', 'mailto']
const ACTIVE_SCHEMES = ['javascript', 'data', 'vbscript', 'file']
const URL_KEYS: readonly unknown[] = ['url', 'href', 'src', 'link']
/** A quantified group that itself holds a quantifier or an alternation can backtrack exponentially. */
const NESTED_QUANTIFIER = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\d*\}|\|)(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\d*\})/
const MAX_PATTERN_LENGTH = 200

const safety = defineRule('text', (node) => {
  const { text, path, file, at } = node
  const key = path.at(-1)
  if (file.kind !== 'samples' && !path.includes('answers') && HTML.test(text))
    at().report('html_in_text', { text: text.slice(0, 40) })
  if (key === 'pattern') checkPattern(node)
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined || SAFE_SCHEMES.includes(scheme)) return
  if (URL_KEYS.includes(key) || ACTIVE_SCHEMES.includes(scheme))
    at().report('url_scheme', { text: text.slice(0, 60) })
})

function checkPattern({ text: pattern, at }: Nodes['text']): void {
  if (pattern.length > MAX_PATTERN_LENGTH) at().report('pattern_long', { max: MAX_PATTERN_LENGTH })
  else if (!isPattern(pattern)) at().report('pattern_invalid', { pattern })
  else if (NESTED_QUANTIFIER.test(pattern) && !/^\^\[0-9\]\{2\}/.test(pattern))
    at().report('pattern_backtracking', { pattern })
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

const ICONS = new Set<string>(ICON_NAMES)

const icons = defineRule('text', { kinds: ['content', 'page', 'zone', 'menu'] }, ({ text, path, at }) => {
  if (path.at(-1) === 'icon') at().expect(ICONS, text, 'icon_unknown', {})
})

const PLACEHOLDER = /\{(item|query|params|user|zone)\.\w+\}/
/** Properties whose values are texts of pages. */
const SHOWN_KEYS: readonly unknown[] = [
  'title',
  'label',
  'description',
  'confirm',
  'next',
  'intro',
  'hint',
  'text',
]
const CHINESE = /\p{Script=Han}/u

/** In an incomplete model it is unknown which placeholders are filled in. */
const unfilledPlaceholders = defineRule(
  'text',
  { kinds: ['page', 'zone'], needs: 'whole' },
  ({ text, path, file, at }, { context }) => {
    if (!text.includes('{')) return
    if (!SHOWN_KEYS.includes(path.at(-1)) && !CHINESE.test(text)) return
    const [found] = PLACEHOLDER.exec(text) ?? []
    if (found === undefined || context.filled.has(describeLocation(file.at.document, path))) return
    at().report('placeholder_unread', { found })
  },
)

/** Matches the name after a word of direction: 请到“我的需求”查看. */
const SENT = /(?:到|在|从|去|进入|打开|点击|点|选择|选|按)“([^“”{}]{2,20})”/g

/** Names of the program's own buttons and parts, which no file declares. */
export const OWN_NAMES: readonly string[] = (
  '提交 保存 保存草稿 上一步 下一步 继续填写 重新开始 预览 修改 重做 撤销 清空 添加一行 添加一处 删除 确定 取消 更多 全部 今天 ' +
  '打印 分享 导出 全选 全选本页 筛选 搜索 站内搜索 速览 目录 发布 赞同 发送 举报 回复 关怀模式 用户菜单 主导航 退出登录 登录 注册 ' +
  '加入比对 添加比对项 更换 复制链接 返回 返回上一页 上一页 下一页 图层 地图 消息 草稿 我的'
).split(' ')

const mentionedNames = defineRule(
  'text',
  { kinds: ['page', 'zone', 'content', 'form', 'lifecycle', 'notice'] },
  ({ text, file, at }, { context }) => {
    if (!text.includes('“') || context.isBorrowed(file.at.document)) return
    for (const [, name = ''] of text.matchAll(SENT))
      if (!OWN_NAMES.includes(name) && !isNamed(context.documents, name))
        at().report('name_of_nothing', { found: name })
  },
)

function isNamed(documents: Nodes['model']['context']['documents'], name: string): boolean {
  for (const byId of documents.values())
    for (const { text } of byId.values()) if (text.includes(`"${name}"`)) return true
  return false
}

export const textRules: readonly Rule[] = [safety, icons, mentionedNames, unfilledPlaceholders]
