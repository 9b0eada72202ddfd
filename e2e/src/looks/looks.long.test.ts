/** Every width, theme and language. */
import { registerLooksSuite } from './looks-suite.ts'

const widths = [320, 390, 768, 1024, 1280, 1440, 1920]

registerLooksSuite(
  widths.flatMap((width) =>
    (['dark', 'light'] as const).flatMap((theme) =>
      (['en', 'id'] as const).map((language) => ({ width, height: 900, theme, language })),
    ),
  ),
)
