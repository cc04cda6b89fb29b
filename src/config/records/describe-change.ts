// Describes a change that concerns records to an operator: the change, the number of records, the remedy, its place.

import type { Path } from '#config/load/document.ts'
import type { Holder, RecordChange } from './record-change.ts'

const HOLDERS: Readonly<Record<Holder['kind'], string>> = { type: '内容类型', form: '表单', set: '类目' }

const named = ({ kind, title, name }: Holder): string => `${HOLDERS[kind]}“${title}”（${name}）`
/** As it would be written by hand. */
const formatStep = (written: object): string =>
  JSON.stringify(written)
    .replaceAll('{', '{ ')
    .replaceAll('}', ' }')
    .replaceAll(/([:,])(?=["{[\d])/g, '$1 ')

/** The folder of migrations. */
export const MIGRATIONS_FOLDER = 'schemas/migrations/'

interface ChangeText {
  /** The thing that was changed. */
  readonly what: string
  /** The relation of the records to the change. */
  readonly held: string
  /** Steps that would do, each with what it is for. */
  readonly steps: readonly (readonly [step: object, purpose: string])[]
  /** A further remedy. */
  readonly also?: string
}

/** One sentence after another, in Chinese; `held` says how many of which. */
export function describeChange(change: RecordChange, held: string): string {
  const { what, held: how, steps, also } = toChangeText(change)
  const ways = steps.map(([written, purpose]) => `${formatStep(written)}（${purpose}）`)
  const mapping = ways.length > 0 ? `，或在 ${MIGRATIONS_FOLDER} 中写明：${ways.join(' 或 ')}` : ''
  return `${what}，而已有 ${held}${how}。请改回${also ? `，或${also}` : ''}${mapping}`
}

function toChangeText(change: RecordChange): ChangeText {
  switch (change.kind) {
    case 'type-removed':
    case 'form-removed':
    case 'set-removed':
      return toHolderText(change)
    case 'field-removed':
      return toFieldText(change)
    case 'field-retyped':
    case 'field-tightened':
      return toNarrowedText(change)
    case 'field-required':
      return toRequiredText(change)
    case 'field-unique':
      return {
        what: `${named(change.holder)}的字段“${change.title}”（${change.field}）改为不得重复`,
        held: '该字段的值重复',
        steps: [[{ keep: 'unique', in: change.holder.name, name: change.field }, '暂不改动已有的重复内容']],
        also: '先改好重复的内容',
      }
    case 'code-removed':
      return {
        what: `字典“${change.title}”（${change.dictionary}）去掉了代码 ${change.code}（${change.label}）`,
        held: '使用该代码',
        steps: [
          [
            { rename: 'code', in: change.dictionary, from: change.code, to: '新代码' },
            '改为另一代码，也可合并到已有的代码',
          ],
        ],
      }
    case 'state-removed':
      return {
        what: `生命周期“${change.lifecycle}”去掉了状态 ${change.state}（${change.title}）`,
        held: '处于该状态，将无人可见',
        steps: [
          [
            { rename: 'state', in: change.lifecycle, from: change.state, to: '新状态' },
            '改为另一状态，也可合并到已有的状态',
          ],
        ],
      }
    case 'state-hidden':
      return {
        what: `生命周期“${change.lifecycle}”的状态 ${change.state}（${change.title}）${change.description ?? ''}`,
        held: '处于该状态',
        steps: [[{ keep: 'state', in: change.lifecycle, name: change.state }, '确认如此修改']],
      }
    case 'path-gone':
      return {
        what: `页面“${change.title}”（${change.page}）的地址 ${change.path} 已删去`,
        held: '使用该地址',
        steps: [
          [{ rename: 'path', from: change.path, to: change.to ?? '/新地址' }, '原地址继续可用，转到新地址'],
        ],
      }
    case 'page-gone':
      return {
        what: `页面“${change.title}”（${change.page}）已删去`,
        held: '以该页面为对象',
        steps: [
          [
            { rename: 'page', from: change.page, to: change.to ?? '新页面' },
            '改为关注另一页面，原来的订阅地址转到那里',
          ],
          [{ keep: 'page', name: change.page }, '确认删去，关注者不再收到通知'],
        ],
      }
    case 'role-removed':
      return {
        what: `角色“${change.title}”（${change.role}）已删去`,
        held: '属于该角色',
        steps: [[{ rename: 'role', from: change.role, to: '新角色' }, '改为另一角色']],
      }
  }
}

type Of<Kind extends RecordChange['kind']> = Extract<RecordChange, { kind: Kind }>

function toHolderText({ kind, holder }: Of<'type-removed' | 'form-removed' | 'set-removed'>): ChangeText {
  const what = `${named(holder)}已删去`
  if (kind === 'set-removed') return { what, held: '属于其中', steps: [] }
  return {
    what,
    held: '属于其中',
    steps: [
      [{ rename: holder.kind, from: holder.name, to: '新名称' }, '已改名'],
      [{ archive: holder.kind, name: holder.name }, '归档，可随时取出'],
    ],
  }
}

const field = ({ kind }: Holder): string => (kind === 'set' ? 'parameter' : 'field')
const fieldNoun = ({ kind }: Holder): string => (kind === 'set' ? '参数' : '字段')

function toFieldText({ holder, field: name, title }: Of<'field-removed'>): ChangeText {
  return {
    what: `${named(holder)}的${fieldNoun(holder)}“${title}”（${name}）已删去`,
    held: '填写了该项',
    steps: [
      [{ rename: field(holder), in: holder.name, from: name, to: '新名称' }, '已改名'],
      [{ archive: field(holder), in: holder.name, name }, '归档，可随时取出'],
    ],
  }
}

function toNarrowedText({
  kind,
  holder,
  field: name,
  title,
  description,
}: Of<'field-retyped' | 'field-tightened'>): ChangeText {
  const at = { in: holder.name, name }
  const steps: (readonly [object, string])[] = [
    [{ map: field(holder), ...at, values: { 原值: '新值' } }, '逐一改写'],
    [{ default: field(holder), ...at, value: '默认值' }, '不符合的改为默认值，原值归档'],
  ]
  if (kind === 'field-tightened') steps.push([{ keep: 'limit', ...at }, '保留原值，下次修改时再改正'])
  else steps.push([{ archive: field(holder), ...at }, '原值归档，可随时取出'])
  return {
    what: `${named(holder)}的${fieldNoun(holder)}“${title}”（${name}）${description}`,
    held: '不符合',
    steps,
  }
}

function toRequiredText({ holder, field: name, title }: Of<'field-required'>): ChangeText {
  const at = { in: holder.name, name }
  return {
    what: `${named(holder)}的${fieldNoun(holder)}“${title}”（${name}）改为必填`,
    held: '没有填写',
    steps: [
      [{ default: field(holder), ...at, value: '默认值' }, '补上默认值'],
      [{ keep: 'required', ...at }, '下次修改时再补填'],
    ],
  }
}

interface ConfigLocation {
  readonly file: string
  readonly path: Path
}

const FOLDERS: Readonly<Record<Holder['kind'], string>> = {
  type: 'schemas/content',
  form: 'schemas/forms',
  set: 'schemas/parameters',
}

const fileOf = ({ kind, name }: Holder): string => `${FOLDERS[kind]}/${name}.json`

export function locateChange(change: RecordChange): ConfigLocation {
  switch (change.kind) {
    case 'type-removed':
    case 'form-removed':
    case 'set-removed':
      return { file: fileOf(change.holder), path: [] }
    case 'code-removed':
      return { file: `schemas/dictionaries/${change.dictionary}.json`, path: ['items'] }
    case 'state-removed':
    case 'state-hidden':
      return {
        file: `schemas/lifecycles/${change.lifecycle}.json`,
        path: ['states', ...(change.kind === 'state-hidden' ? [change.state] : [])],
      }
    case 'path-gone':
      return { file: pageFile(change.page), path: ['path'] }
    case 'page-gone':
      return { file: pageFile(change.page), path: [] }
    case 'role-removed':
      return { file: 'schemas/roles.json', path: [] }
    case 'field-required':
      return change.holder.kind === 'set'
        ? { file: fileOf(change.holder), path: ['required'] }
        : { file: fileOf(change.holder), path: ['fields', 'required'] }
    default:
      return {
        file: fileOf(change.holder),
        path: change.holder.kind === 'set' ? ['groups'] : ['fields', 'properties', change.field],
      }
  }
}

/** Pages of zones are written as zones. */
function pageFile(page: string): string {
  const zone = /^zones\/([\w-]+)$/.exec(page)?.[1]
  return zone ? `zones-config/${zone}.json` : `pages-config/${page}.json`
}
