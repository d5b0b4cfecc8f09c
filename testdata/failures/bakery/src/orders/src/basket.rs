#[derive(Debug)]
pub struct Loaf {
    pub kind: String,
    pub grams: u32,
}

pub struct Basket {
    loaves: Vec<Loaf>,
    log: Vec<String>,
}

impl Basket {
    pub fn add(&mut self, loaf: Loaf) {
        self.loaves.push(loaf);
        self.log.push(format!("added {} of {} g", loaf.kind, loaf.grams));
    }

    /// Notes every loaf that is too light.
    pub fn weigh(&mut self, least: u32) {
        for loaf in &self.loaves {
            if loaf.grams < least {
                self.note(&loaf.kind);
            }
        }
    }

    fn note(&mut self, text: &str) {
        self.log.push(text.to_string());
    }

    pub fn heaviest_label(&self) -> &str {
        let text = self.loaves.iter().map(|l| l.kind.clone()).max().unwrap_or_default();
        text.as_str()
    }
}
