/** A Mermaid diagram, drawn in the browser in the colours of the theme. */
import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, useId, watch } from 'vue';

export const MermaidDiagram = defineComponent({
  props: { source: { type: String, required: true } },
  setup: ({ source }) => {
    const { isDark } = useData();
    const id = useId();
    const svg = ref('');
    const draw = async (): Promise<void> => {
      const { default: mermaid } = await import('mermaid');
      mermaid.initialize({
        startOnLoad: false,
        theme: isDark.value ? 'dark' : 'neutral',
        fontFamily: 'inherit',
        themeVariables: readVariables(isDark.value),
      });
      ({ svg: svg.value } = await mermaid.render(`diagram-${id}`, source));
    };
    onMounted(draw);
    watch(isDark, draw);
    const title = /^\s*title "?([^"\n]+)/m.exec(source)?.[1] ?? 'Diagram';
    return () => h('div', { class: 'diagram', role: 'img', tabindex: 0, 'aria-label': title, innerHTML: svg.value });
  },
});

/** Colours that both themes have the contrast for. */
function readVariables(isDark: boolean): object {
  const text = isDark ? '#dfdfd6' : '#3c3c43';
  const axes = ['xAxis', 'yAxis'].flatMap((axis) =>
    ['LabelColor', 'TitleColor', 'TickColor', 'LineColor'].map((part) => [axis + part, text]),
  );
  return {
    // Labels on the ground of the page, where the theme would put dim ones on grey.
    edgeLabelBackground: isDark ? '#1b1b1f' : '#ffffff',
    pie1: '#3aa876',
    pie2: '#5a9be0',
    pie3: '#d99a3a',
    pie4: '#c07bcb',
    pieOpacity: '1',
    pieSectionTextColor: '#10151c',
    xyChart: {
      ...Object.fromEntries(axes),
      backgroundColor: 'transparent',
      titleColor: text,
      plotColorPalette: '#5a9be0, #d99a3a',
    },
  };
}
