// Warns of texts that direct the reader to a page, button or part whose name no longer exists.
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import { eachValue } from '#config/load/visit-values.ts'
import { perModel } from '#shared/model/per-model.ts'

/** Matches the name after a word of direction: 请到“我的需求”查看. */
const SENT = /(?:到|在|从|去|进入|打开|点击|点|选择|选|按)“([^“”{}]{2,20})”/g

/** Names of the program's own buttons and parts, which no file declares. */
export const OWN_NAMES: readonly string[] = (
  '提交 保存 保存草稿 上一步 下一步 继续填写 重新开始 预览 修改 重做 撤销 清空 添加一行 添加一处 删除 确定 取消 更多 全部 今天 ' +
  '打印 分享 导出 全选 全选本页 筛选 搜索 站内搜索 速览 目录 发布 赞同 发送 举报 回复 关怀模式 用户菜单 主导航 退出登录 登录 注册 ' +
  '加入比对 添加比对项 更换 复制链接 返回 返回上一页 上一页 下一页 图层 地图 消息 草稿 我的'
).split(' ')

const KINDS: ReadonlySet<string | undefined> = new Set([
  'page',
  'zone',
  'content',
  'form',
  'lifecycle',
  'notice',
])

export function checkMentionedNames(context: Context): void {
  const all = [...context.documents.values()].flatMap((byId) => [...byId.values()])
  const known = new Map<string, boolean>(OWN_NAMES.map((name) => [name, true]))
  const isNamed = (name: string): boolean => {
    const found = known.get(name) ?? all.some(({ text }) => text.includes(`"${name}"`))
    known.set(name, found)
    return found
  }
  for (const document of all) {
    if (document.isMade || context.isBorrowed(document)) continue
    if (!KINDS.has(kindOf(document.path)?.kind.kind)) continue
    for (const { name, path } of sentTo(document))
      if (!isNamed(name))
        context.report(document, path, {
          slug: 'name_of_nothing',
          message: `文字提到“${name}”，却没有该名称的页面、按钮或栏目：可能已改名，请一并修改`,
          found: name,
          warning: true,
        })
  }
}

interface Sent {
  readonly name: string
  readonly path: Path
}

/** Returns the names to which the texts of a file direct their readers. */
const sentTo = perModel((document: Document): readonly Sent[] => {
  // Tests the whole text first, so that most files need no visit of every value.
  if (document.text.search(SENT) < 0) return []
  const found: Sent[] = []
  eachValue(document.value, (text, path) => {
    if (typeof text !== 'string') return
    for (const [, name = ''] of text.matchAll(SENT)) found.push({ name, path: [...path] })
  })
  return found
})
