/** The choices of theme, colors and row height. */
import { defineMessages } from '../../catalogue.ts'

export const appearanceMessages = defineMessages(
  {
    themeAuto: 'Automatic',
    themeDark: 'Dark',
    themeLight: 'Light',
    colorPair: 'Rise and fall in blue and orange',
    density: 'Row height',
    densityCompact: 'Compact',
    densityRegular: 'Regular',
  },
  {
    themeAuto: 'Otomatis',
    themeDark: 'Gelap',
    themeLight: 'Terang',
    colorPair: 'Naik dan turun berwarna biru dan oranye',
    density: 'Tinggi baris',
    densityCompact: 'Rapat',
    densityRegular: 'Biasa',
  },
)
