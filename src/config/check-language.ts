// Owns the check of the language itself: files that say how a configuration is written, which developers write.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Context } from './context.ts'
import type { Document, Path } from './document.ts'

type Language = ReadonlyMap<string, Document>

/** Makes something of the language; undefined where that cannot be done, which is reported then. */
export function whereSound<Made>(context: Context, language: Language, make: () => Made): Made | undefined {
  if (context.lostOf('language').length > 0) return undefined
  const before = context.problems.length
  const ajv = new Ajv2020({ strict: false })
  for (const document of language.values())
    if (ajv.validateSchema(document.value as object) !== true) {
      const [error] = ajv.errors ?? []
      report(context, document, toPath(error?.instancePath), '此处不是有效的 JSON Schema')
    }
  if (context.problems.length > before) return undefined
  try {
    return make()
  } catch (error) {
    const { missingRef = '' } = error as { readonly missingRef?: string }
    const [document] = [...language.values()].filter(({ text }) => text.includes(`"${missingRef}"`))
    const [any] = language.values()
    const told = missingRef ? `引用“${missingRef}”没有指向任何定义` : String(error)
    if (document ?? any) report(context, (document ?? any) as Document, [], told)
    return undefined
  }
}

function report(context: Context, document: Document, path: Path, told: string): void {
  context.report(document, path, { slug: 'language_broken', message: `配置语言有误：${told}` })
}

const toPath = (pointer = ''): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
