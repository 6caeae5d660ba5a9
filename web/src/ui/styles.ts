// Order matters: the library's layer first, so that the product's own rules win.
import '@fontsource-variable/inter/wght.css'
import './base.css'
import '@mantine/core/styles.layer.css'
import './tokens.css'
import './pending.css'
