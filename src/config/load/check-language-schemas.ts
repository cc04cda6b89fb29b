// Checks the schemas of the language itself, which developers write.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Context } from './context.ts'
import { type Document, type Path, pointerToPath } from './document.ts'

type Language = ReadonlyMap<string, Document>

/** Makes something of the language; undefined where that cannot be done, which is reported then. */
export function buildFromLanguage<Made>(
  context: Context,
  language: Language,
  make: () => Made,
): Made | undefined {
  if (context.invalidIds('language').length > 0) return undefined
  const before = context.problems.length
  const ajv = new Ajv2020({ strict: false })
  for (const document of language.values())
    if (ajv.validateSchema(document.value as object) !== true) {
      const [error] = ajv.errors ?? []
      report(context, document, pointerToPath(error?.instancePath ?? ''), '此处不是有效的 JSON Schema')
    }
  if (context.problems.length > before) return undefined
  try {
    return make()
  } catch (error) {
    const { missingRef } = error as { readonly missingRef?: string }
    const reason = missingRef ? `引用“${missingRef}”没有指向任何定义` : String(error)
    for (const document of language.values()) {
      const path = missingRef ? pathOf(document.value, missingRef) : []
      if (path) {
        report(context, document, path, reason)
        break
      }
    }
    return undefined
  }
}

/** Returns the path at which a reference is written. */
function pathOf(value: unknown, reference: string): Path | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, child] of Object.entries(value)) {
    const at = Array.isArray(value) ? Number(key) : key
    if (key === '$ref' && child === reference) return [at]
    const inside = pathOf(child, reference)
    if (inside) return [at, ...inside]
  }
  return undefined
}

function report(context: Context, document: Document, path: Path, reason: string): void {
  context.report(document, path, { slug: 'language_broken', message: `配置语言有误：${reason}` })
}
