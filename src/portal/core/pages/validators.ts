// Loads the modules that validate forms and parameter sets, once each. The server compiles them, as the content security
// policy forbids eval.
import { onceEach } from '#portal/core/state/once.ts'
import type { FORMATS } from '#shared/formats/text-formats.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { ValidationError } from '#shared/validation/validation-error.ts'

export interface SchemaValidator {
  (value: unknown, within?: { readonly instancePath: string }): boolean
  /** Of the last call. */
  errors?: readonly ValidationError[] | null
}

export interface ValidatorModule {
  /** `require` returns the packages that the code names. */
  default(require: (name: string) => unknown, formats: typeof FORMATS, schema: JsonSchema): SchemaValidator
}

const failures = new Map<string, number>()

export const validatorAt = onceEach(async (url: string): Promise<ValidatorModule> => {
  const count = failures.get(url) ?? 0
  try {
    // A browser remembers the failure of an address.
    return await import(/* @vite-ignore */ count === 0 ? url : `${url}#${count}`)
  } catch (cause) {
    failures.set(url, count + 1)
    throw new Error('填写规则加载失败，请检查网络后重试', { cause })
  }
})

/** Requests the module of a form that will be drawn; a failure shows there. */
export function requestValidator({ validatorUrl }: FormModel): void {
  if (validatorUrl !== undefined)
    validatorAt(validatorUrl)
      .load()
      .catch(() => undefined)
}
