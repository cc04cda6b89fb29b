// Provides forms with the validators that browsers load: the code that the server serves, run here.
import { validatorModule } from '#config/compile/common/schema-validator.ts'
import type { LoadedForm } from '#portal/core/form-state/loaded-form.ts'
import type { ValidatorModule } from '#portal/core/pages/validators.ts'
import { loadedForm } from '#portal/features/form/rjsf/loaded-form.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'

export const moduleOf = perModel((schema: JsonSchema): ValidatorModule => {
  const expression = validatorModule(schema).replace('export default ', '')
  return { default: new Function(`return ${expression}`)() }
})

export const loaded = perModel((form: FormModel): LoadedForm => loadedForm(moduleOf(form.schema))(form))

/** The form as a page has it: its module has an address, from which it can be imported. */
export const served = <Form extends FormModel>(form: Form): Form => ({
  ...form,
  validatorUrl: `data:text/javascript,${encodeURIComponent(validatorModule(form.schema))}`,
})
