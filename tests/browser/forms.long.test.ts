// Checks what people do with forms: by keyboard, by finger, on the way through their steps, and handing them in. One portal
// serves all of it; what publishes comes last.
import { controls } from './forms/controls.ts'
import { inputMethods } from './forms/input-methods.ts'
import { pasting } from './forms/pasting.ts'
import { pickers } from './forms/pickers.ts'
import { publishing } from './forms/publish.ts'
import { byFinger } from './forms/touch.ts'
import { validation } from './forms/validation.ts'
import { ways } from './forms/ways.ts'
import { describeInBrowser } from './support/browser-test.ts'

describeInBrowser('forms', (stage) => {
  controls(stage)
  pickers(stage)
  inputMethods(stage)
  ways(stage)
  pasting(stage)
  validation(stage)
  byFinger(stage)
  publishing(stage)
})
